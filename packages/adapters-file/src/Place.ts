/** Checks the path of the data file. Source: architecture.md "Storage". */
import { lstatSync, type Stats, statSync } from "node:fs"
import { refuse } from "./Refusal.ts"

/** Refuses anything but a file before it is opened: opening a named pipe may never return. */
export const requireFile = (path: string, file: string): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() === true) return
  if (found !== undefined) throw refuse(file, "unavailable", new Error(`it is ${nameOf(found)}`))
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    throw refuse(file, "unavailable", new Error("it is a link to a file that is not there"))
  }
}

const nameOf = (found: Stats): string => {
  if (found.isDirectory()) return "a folder"
  if (found.isFIFO()) return "a named pipe"
  return found.isSocket() ? "a socket" : "a device"
}
