import { isAbsolute, relative } from "node:path"

/** A path for people: relative when it lies below the current directory. */
export const shownPath = (path: string): string => {
  const near = relative(process.cwd(), path)
  return near === "" || near.startsWith("..") || isAbsolute(near) ? path : near
}
