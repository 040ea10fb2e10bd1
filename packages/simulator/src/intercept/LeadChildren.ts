/** Processes and threads that a Node program starts: each loads what this one has loaded, and others are told. Needs nothing but Node. */
import children, { ChildProcess } from "node:child_process"
import threads from "node:worker_threads"
import { isNodeScript, MANAGERS, NODE, nameOf, type Place } from "./NodeNames.ts"

type Method = (...given: ReadonlyArray<unknown>) => unknown
type Variables = Readonly<Record<string, string | undefined>>

export interface Starting {
  readonly replace: (holder: object, name: string, by: (method: Method) => Method) => void
  /** The option of Node that loads this into what is started. */
  readonly option: () => string | undefined
  /** That of this process. */
  readonly environment: () => Variables | undefined
  /** Whether programs that do not run on Node are told. */
  readonly tells: () => boolean
  readonly started: (program: string) => void
}

export const leadChildren = ({ replace, option, environment, tells, started }: Starting): void => {
  const optioned = (options: unknown) => withOption(options, option(), environment())
  const looked = (given: Started) => {
    const other = tells() ? startedIn(given, environment()) : undefined
    if (other !== undefined) started(other)
  }
  replace(
    threads,
    "Worker",
    (Worker) =>
      // A class is called by `new` alone, and its subclasses too.
      new Proxy(Worker, {
        construct: (target, [file, options], as) => Reflect.construct(target, [file, optioned(options)], as)
      })
  )
  replace(
    ChildProcess.prototype,
    "spawn",
    (spawn) =>
      function (this: unknown, ...given) {
        const [options] = given
        keepOption(options, option())
        if (isObject(options)) looked({ file: options["file"], args: options["args"], cwd: options["cwd"] })
        return Reflect.apply(spawn, this, given)
      }
  )
  // These use no ChildProcess.
  for (const name of ["spawnSync", "execFileSync"]) {
    replace(children, name, (method) => (file, ...given) => {
      const args = Array.isArray(given[0]) ? given[0] : []
      const at = given.findIndex(isOptions)
      const options = at < 0 ? {} : fieldsOf(given[at])
      looked(options["shell"] ? shell([file, ...args].join(" "), options) : { file, args, cwd: options["cwd"] })
      const before = at < 0 ? given.filter((one) => one !== undefined && one !== null) : given.slice(0, at)
      return method(file, ...before, optioned(options))
    })
  }
  replace(children, "execSync", (execSync) => (command, options) => {
    looked(shell(command, fieldsOf(options)))
    return execSync(command, optioned(fieldsOf(options)))
  })
}

interface Started {
  readonly file: unknown
  readonly args: unknown
  readonly cwd: unknown
}

const shell = (line: unknown, { cwd }: Readonly<Record<string, unknown>>): Started => ({
  file: "sh",
  args: [line],
  cwd
})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isOptions = (value: unknown): boolean => isObject(value) && !Array.isArray(value)

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

const SHELL: ReadonlySet<string> = new Set(["sh", "bash", "dash", "zsh", "cmd"])

/** The program that is to run; undefined for Node, and for a shell that starts no other. */
export const startedIn = ({ file, args, cwd }: Started, environment: Variables = {}): string | undefined => {
  if (typeof file !== "string") return undefined
  const place = { cwd: typeof cwd === "string" ? cwd : ".", path: environment["PATH"] }
  if (!SHELL.has(nameOf(file))) return otherThanNode(file, place)
  const line: unknown = Array.isArray(args) ? args.at(-1) : undefined
  const first = typeof line === "string" ? line.trim().split(/\s+/, 1).join("") : ""
  return /^[\w.+-]+$/.test(nameOf(first)) && !SHELL.has(nameOf(first)) ? otherThanNode(first, place) : undefined
}

const otherThanNode = (file: string, place: Place): string | undefined => {
  const name = nameOf(file)
  return NODE.has(name) || MANAGERS.has(name) || isNodeScript(file, place) ? undefined : name
}

/** A child that is given an environment of its own is led too. */
const keepOption = (given: unknown, option: string | undefined): void => {
  if (option === undefined || !isObject(given)) return
  const { envPairs } = given
  if (!Array.isArray(envPairs)) return
  const at = envPairs.findIndex((pair) => String(pair).startsWith(OPTIONS))
  if (at < 0) envPairs.push(`${OPTIONS}${option}`)
  else if (!String(envPairs[at]).includes(option)) envPairs[at] = `${envPairs[at]} ${option}`
}

const OPTIONS = "NODE_OPTIONS="

/** The same where no pairs are made yet. Without an environment of its own it has that of its parent. */
const withOption = (options: unknown, option: string | undefined, environment: Variables | undefined): unknown => {
  if (option === undefined) return options
  const given = fieldsOf(options)
  const env = given["env"] ?? environment
  // A thread that shares the environment has the option, or is not led: the symbol of Node is no object.
  if (!isObject(env)) return options
  const before = String(env["NODE_OPTIONS"] ?? "")
  if (before.includes(option)) return options
  return { ...given, env: { ...env, NODE_OPTIONS: `${before} ${option}`.trim() } }
}
