/** Whether a command runs on Node: then a preload leads it. */
import { closeSync, openSync, readFileSync, readSync } from "node:fs"
import { basename, delimiter, join, resolve } from "node:path"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { Environment } from "./Environment.ts"

const NODE: ReadonlySet<string> = new Set(["node", "nodejs", "tsx", "ts-node", "nodemon", "npx", "pnpx"])
/** They run a script of package.json. */
const MANAGERS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn"])
/** What follows them is the command. */
const BEFORE: ReadonlySet<string> = new Set(["exec", "env", "time", "command", "cross-env"])

/** A script may call another one this often. */
const DEEP = 3

export const runsOnNode = (command: string, cwd: string, environment: Environment, deep = DEEP): boolean => {
  const words = command.trim().split(/\s+/)
  const at = words.findIndex((word) => !/^\w+=/.test(word) && !BEFORE.has(word))
  const [first = "", ...rest] = words.slice(Math.max(at, 0))
  const name = basename(first.replace(/^["']|["']$/g, "")).replace(/\.(?:exe|cmd)$/i, "")
  if (NODE.has(name)) return true
  if (!MANAGERS.has(name)) return isNodeScript(first, cwd, environment)
  const script = scriptOf(rest, cwd)
  return script === undefined || deep === 0 || runsOnNode(script, cwd, environment, deep - 1)
}

const scriptOf = (words: ReadonlyArray<string>, cwd: string): string | undefined => {
  const name = words.find((word) => !/^-|^run(?:-script)?$/.test(word))
  try {
    const { scripts } = fieldsOf(JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")))
    const script = fieldsOf(scripts)[name ?? ""]
    return typeof script === "string" ? script : undefined
  } catch {
    return undefined
  }
}

/** Package managers write small shell scripts that start Node. */
const isNodeScript = (file: string, cwd: string, environment: Environment): boolean => {
  const paths = file.includes("/")
    ? [resolve(cwd, file)]
    : (environment["PATH"] ?? "").split(delimiter).map((folder) => join(folder, file))
  for (const path of paths) {
    const head = headOf(path)
    if (head !== undefined) return /^#!.*\bnode\b|^#!.*sh\b[\s\S]*\bexec\b.*\bnode\b/.test(head)
  }
  return false
}

/** Bytes of a file that are looked at. */
const HEAD = 2_048

const headOf = (path: string): string | undefined => {
  try {
    const file = openSync(path, "r")
    try {
      const bytes = Buffer.alloc(HEAD)
      return bytes.toString("latin1", 0, readSync(file, bytes, 0, HEAD, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
