/** Lets the programs that we start call `backlot` by its name, wherever it is installed, and find the Node that their author uses. */
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import type { Variables } from "../given/Given.ts"

/** The folder of the program's name: see build.mjs. */
const folder = join(import.meta.dirname, "bin")

/** The variables with that folder in front of the path, and the Node to run it on. Without a path the system has its own. */
export const withBacklot = (variables: Variables): Variables => {
  const path = variables["PATH"] ?? ""
  if (path === "") return variables
  const own = ownNode(variables, path.split(delimiter))
  return {
    ...variables,
    PATH: [...(own === undefined ? [] : [join(folder, "own")]), folder, path].join(delimiter),
    BACKLOT_NODE: process.execPath,
    ...(own === undefined ? {} : { BACKLOT_OWN_NODE: own })
  }
}

/**
 * npx puts the packages of the project in front of the path, and a newer Node among them may be there for Backlot alone. What
 * was typed at the prompt runs on the Node of the prompt; what a script of npm started has the path of scripts.
 */
const ownNode = (variables: Variables, folders: ReadonlyArray<string>): string | undefined => {
  if (variables["npm_command"] !== "exec" || variables["npm_lifecycle_event"] !== "npx") return undefined
  const [first, ...others] = folders.map((each) => join(each, "node")).filter(existsSync)
  return first !== undefined && OF_PACKAGES.test(first) ? others.find((each) => !OF_PACKAGES.test(each)) : undefined
}

const OF_PACKAGES = /[\\/]node_modules[\\/]\.bin[\\/]node$/
