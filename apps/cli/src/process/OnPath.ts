/** Lets the programs that we start call `backlot` by its name, wherever it is installed. */
import { delimiter, join } from "node:path"
import type { Variables } from "../given/Given.ts"

/** The folder of the program's name: see build.mjs. */
const folder = join(import.meta.dirname, "bin")

/** The variables with that folder in front of the path, and the Node to run it on. Without a path the system has its own. */
export const withBacklot = (variables: Variables): Variables => {
  const path = variables["PATH"] ?? ""
  if (path === "") return variables
  return { ...variables, PATH: `${folder}${delimiter}${path}`, BACKLOT_NODE: process.execPath }
}
