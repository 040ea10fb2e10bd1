/** What a command runs on: Node, which a preload leads, or something else. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { Environment } from "./Environment.ts"
import { headOfProgram, isNodeScript, MANAGERS, NODE, nameOf } from "./NodeNames.ts"

/** What follows them is the command. */
const BEFORE: ReadonlySet<string> = new Set(["exec", "env", "time", "command", "cross-env"])
/** They call nobody. */
const ALONE: ReadonlySet<string> = new Set([
  "cd",
  "export",
  "set",
  "true",
  "echo",
  "sleep",
  "mkdir",
  "cp",
  "rm",
  "wait"
])

/** What ends one command of a line. */
const PARTS = /&&|\|\||[;|&\n]/

/** A script may call another one this often. */
const DEEP = 3

/** True if all that a line of the shell calls runs on Node. */
export const runsOnNode = (command: string, cwd: string, environment: Environment, deep = DEEP): boolean => {
  const parts = command
    .split(PARTS)
    .map(calledIn)
    .filter(([first = ""]) => first !== "" && !ALONE.has(first))
  return parts.length > 0 && parts.every((words) => isNode(words, cwd, environment, deep))
}

/** Why Node would not load a file first, where the line or a script that it calls shows it. */
export const whyNotLoaded = (command: string, cwd: string, deep = DEEP): string | undefined => {
  const found = NOT_LOADED.find(([, pattern]) => pattern.test(command))
  if (found !== undefined || deep === 0) return found?.[0]
  for (const words of command.split(PARTS).map(calledIn)) {
    const script = MANAGERS.has(nameOf(words[0])) ? scriptOf(words.slice(1), cwd) : undefined
    const why = script === undefined ? undefined : whyNotLoaded(script, cwd, deep - 1)
    if (why !== undefined) return why
  }
  return undefined
}

const NOT_LOADED: ReadonlyArray<readonly [why: string, pattern: RegExp]> = [
  ["it sets NODE_OPTIONS itself", /\bNODE_OPTIONS=(?![^\s]*\$)/],
  ["it runs without the environment (env -i)", /\benv\s+(?:-\w*i|-\s|--ignore-environment)/],
  [
    "pm2 may run the program in a daemon that runs already",
    /(?:^|[\s;&|])pm2\s+(?:start|restart|reload)\b(?![^;&|]*--no-daemon)/
  ]
]

/** Whether a line speaks of Node at all. */
export const namesNode = (command: string): boolean => /\b(?:node|npm|npx|pnpm|yarn|tsx|pm2)\b/.test(command)

/** The words of one command, without what stands in front of it. */
const calledIn = (part: string): ReadonlyArray<string> => {
  const words = part.trim().replaceAll(ASSIGNMENT, "$1").split(/\s+/)
  const at = words.findIndex((word) => word !== "" && !BEFORE.has(word))
  return words.slice(Math.max(at, 0))
}

const ASSIGNMENT = /(^|\s)[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"']*)(?=\s|$)/g

const isNode = (
  [first = "", ...rest]: ReadonlyArray<string>,
  cwd: string,
  environment: Environment,
  deep: number
): boolean => {
  const name = nameOf(first)
  if (NODE.has(name)) return true
  if (!MANAGERS.has(name)) return isNodeScript(first, { cwd, path: environment["PATH"] })
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

/** Whether the command is a program of Linux that loads no library, as those in Go are: nothing comes before it. */
export const isStatic = (command: string, cwd: string, environment: Environment): boolean => {
  const [file = ""] = calledIn(command)
  const head = headOfProgram(file, { cwd, path: environment["PATH"] })
  // Little-endian programs of 64 bits. Source: the System V ABI, object files.
  if (head?.subarray(0, 6).toString("latin1") !== "\x7fELF\x02\x01" || head.length < 64) return false
  const [from, size, count] = [Number(head.readBigUInt64LE(32)), head.readUInt16LE(54), head.readUInt16LE(56)]
  return !Array.from({ length: count }, (_, at) => from + at * size).some(
    (at) => at + 4 <= head.length && head.readUInt32LE(at) === INTERPRETER
  )
}

/** The kind of the header that names what loads libraries. */
const INTERPRETER = 3
