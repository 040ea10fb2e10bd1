/** Runs a module and takes its exports as command definitions, with positions in its source text. */
import { extname } from "node:path"
import { pathToFileURL } from "node:url"
import type { Position } from "@backlot/document/Position"
import * as ScriptText from "@backlot/document/ScriptText"
import { definitionsIn, errorText } from "@backlot/domain/command/CommandDefinitions"
import type { Path } from "@backlot/domain/error/Fault"
import { BOUNDS, formatBound } from "@backlot/scenario/Bounds"
import { Effect, Result } from "effect"
import { type CheckSource, SourceUnreadable } from "./CheckDefinitions.ts"

interface ModuleText {
  /** Absolute path. */
  readonly path: string
  /** The path as the user gave it. */
  readonly file: string
  readonly text: string
}

export const isModule = (path: string): boolean => /^\.[cm]?[jt]s$/.test(extname(path))

export const readModule = Effect.fnUntraced(function* ({ path, file, text }: ModuleText) {
  const unreadable = (position: Position | undefined, message: string) =>
    new SourceUnreadable({ file, text, position, message })
  const script = ScriptText.parse(text)
  if (Result.isFailure(script)) return yield* unreadable(script.failure, script.failure.message)
  const url = pathToFileURL(path).href
  const { name, value, exported } = yield* Effect.tryPromise({
    try: () => orExit(file, async () => chosen(await import(/* @vite-ignore */ url))),
    catch: (error) => unreadable(thrownAt(error, [url, path]), `It throws when it is loaded: ${withHint(error)}`)
  }).pipe(
    // A module that starts more than it defines may never finish.
    Effect.timeoutOrElse({
      duration: BOUNDS.module.value,
      orElse: () =>
        unreadable(
          undefined,
          `It is not loaded after ${formatBound(BOUNDS.module)}: it waits for something that does not come`
        )
    })
  )
  if (name === undefined) {
    const instead = exported.length === 0 ? "it exports nothing" : `it exports ${exported.join(", ")}`
    return yield* unreadable(undefined, `No definitions: give them as default export or as commands (${instead})`)
  }
  const locate = (at: Path) => script.success.locate(at, name)
  return { file, text, locate, ...definitionsIn(value) } satisfies CheckSource
})

interface Chosen {
  /** The export's name; undefined when no known export exists. */
  readonly name: string | undefined
  /** The exported value, or the value that an exported promise resolves to. */
  readonly value: unknown
  readonly exported: ReadonlyArray<string>
}

/** `data` is the export that the discord.js guides use in a command's module. */
const EXPORTS = ["default", "commands", "data"]

const chosen = async (module: Readonly<Record<string, unknown>>): Promise<Chosen> => {
  const exported = Object.keys(module).filter((name) => name !== "module.exports" && !isNothing(module[name]))
  const name = EXPORTS.find((candidate) => exported.includes(candidate))
  return { name, value: name === undefined ? undefined : await module[name], exported }
}

/** Node gives an empty object for a file without exports. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.keys(value).length === 0)

/**
 * Fails when the module ends the process, as scripts that register their commands do: otherwise it would look valid.
 */
const orExit = async <A>(file: string, load: () => Promise<A>): Promise<A> => {
  const onExit = () => {
    process.exitCode = UNREADABLE
    process.stderr.write(`${file}: It ends the program when it is loaded\n`)
  }
  process.on("exit", onExit)
  try {
    return await load()
  } finally {
    process.off("exit", onExit)
  }
}

/** The same exit code as for unreadable files. */
const UNREADABLE = 2

/** Adds advice to errors that Node raises. */
const withHint = (error: unknown): string => {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined
  const hint = typeof code === "string" ? HINTS[code] : undefined
  return hint === undefined ? errorText(error) : `${errorText(error)} (${hint})`
}

const HINTS: Readonly<Record<string, string>> = {
  ERR_MODULE_NOT_FOUND: "Node finds files by their whole name with its ending, and packages that are installed",
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX: "Node takes types away and compiles nothing: give what your compiler makes of it"
}

/** The first position in the file itself, found in the stack by the file's URL or path. */
const thrownAt = (error: unknown, names: ReadonlyArray<string>): Position | undefined => {
  const stack = error instanceof Error ? (error.stack ?? "") : ""
  for (const name of names) {
    const at = stack.indexOf(name)
    const [, line, column] = at === -1 ? [] : (/^:(\d+)(?::(\d+))?/.exec(stack.slice(at + name.length)) ?? [])
    if (line !== undefined) return { line: Number(line), column: Number(column ?? 1) }
  }
  return undefined
}
