import { readdir } from "node:fs/promises"

export const loadCommands = async () => {
  const folder = new URL("commands/", import.meta.url)
  return Promise.all((await readdir(folder)).map((file) => import(new URL(file, folder))))
}
