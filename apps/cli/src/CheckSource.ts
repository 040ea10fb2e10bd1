/** A file with command definitions, read or run: its values, and where each part of them stands in its text. */
import { extname } from "node:path"
import { pathToFileURL } from "node:url"
import * as DocumentText from "@backlot/document/DocumentText"
import type { Position } from "@backlot/document/Position"
import * as ScriptText from "@backlot/document/ScriptText"
import type { Path } from "@backlot/domain/Fault"
import { http } from "@backlot/domain/Limits"
import { whyNot } from "@backlot/server/FileFailure"
import { Data, Effect, FileSystem, type PlatformError, Result } from "effect"
import { definitionsIn, type Found, tellError } from "./CheckDefinitions.ts"
import { shownPath } from "./ShownPath.ts"

export interface CheckSource extends Found {
  /** As a person names it. */
  readonly file: string
  readonly text: string
  readonly locate: (path: Path) => Position
}

/** Of no use: with a place where the text has one. */
export class SourceUnreadable extends Data.TaggedError("SourceUnreadable")<{
  readonly file: string
  readonly text: string
  readonly position: Position | undefined
  readonly message: string
}> {}

export const readSource = Effect.fnUntraced(function* (path: string) {
  const file = shownPath(path)
  const text = yield* readText(path, file)
  if (SCRIPTS.has(extname(path))) return yield* readScript({ path, file, text })
  const parsed = DocumentText.parse(text, KIND)
  if (Result.isFailure(parsed)) {
    return yield* new SourceUnreadable({ file, text, position: parsed.failure, message: parsed.failure.message })
  }
  const { value, locate } = parsed.success
  return { file, text, locate, ...definitionsIn(value) } satisfies CheckSource
})

const SCRIPTS = new Set([".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"])

/** Ours: a definition file is no larger than one request may be, and no deeper. */
const KIND = { empty: "It is empty. A definition is a command, a list of commands, or { commands: [...] }.", depth: 32 }

const readText = Effect.fnUntraced(function* (path: string, file: string) {
  const unreadable = (message: string) => new SourceUnreadable({ file, text: "", position: undefined, message })
  const files = yield* FileSystem.FileSystem
  const bytes = yield* files
    .readFile(path)
    .pipe(Effect.mapError((error: PlatformError.PlatformError) => unreadable(whyNot(error))))
  if (bytes.length > http.bodyBytes) {
    return yield* unreadable(`it is larger than ${http.bodyBytes / 1024 / 1024} MiB`)
  }
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => unreadable("it is no UTF-8 text")
  })
})

interface Script {
  readonly path: string
  readonly file: string
  readonly text: string
}

/** A module is run: what it exports are its definitions, `default` or else `commands`. */
const readScript = Effect.fnUntraced(function* ({ path, file, text }: Script) {
  const unreadable = (position: Position | undefined, message: string) =>
    new SourceUnreadable({ file, text, position, message })
  const script = ScriptText.parse(text)
  if (Result.isFailure(script)) return yield* unreadable(script.failure, script.failure.message)
  const url = pathToFileURL(path).href
  const loaded = yield* Effect.tryPromise({
    try: (): Promise<Readonly<Record<string, unknown>>> => told(file, () => import(/* @vite-ignore */ url)),
    catch: (error) => unreadable(thrownAt(error, [url, path]), `It throws when it is loaded: ${tellError(error)}`)
  }).pipe(Effect.timeoutOption(LOADED_MS))
  if (loaded._tag === "None") return yield* unreadable(undefined, `It is not loaded after ${LOADED_MS / 1_000} s`)
  const module = loaded.value
  const name = EXPORTS.find((candidate) => module[candidate] !== undefined)
  if (name === undefined) {
    const others = Object.keys(module)
    const instead = others.length === 0 ? "it exports nothing" : `it exports ${others.join(", ")}`
    return yield* unreadable(undefined, `No definitions: give them as default export or as commands (${instead})`)
  }
  const locate = (at: Path) => script.success.locate(at, name)
  return { file, text, locate, ...definitionsIn(module[name]) } satisfies CheckSource
})

/** Ours: a module that starts more than it defines may wait for ever. */
const LOADED_MS = 20_000

/** A module that ends the program, as scripts do that register their commands, must not look like one that is good. */
const told = async <A>(file: string, load: () => Promise<A>): Promise<A> => {
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

/** As `CheckEnded` has it. */
const UNREADABLE = 2

/** The second is what the guides of discord.js call a command's module. */
const EXPORTS = ["default", "commands", "data"]

/** The first place in the file itself, as the stack has it: by its URL or its path. */
const thrownAt = (error: unknown, names: ReadonlyArray<string>): Position | undefined => {
  const stack = error instanceof Error ? (error.stack ?? "") : ""
  for (const name of names) {
    const at = stack.indexOf(name)
    const [, line, column] = at === -1 ? [] : (/^:(\d+)(?::(\d+))?/.exec(stack.slice(at + name.length)) ?? [])
    if (line !== undefined) return { line: Number(line), column: Number(column ?? 1) }
  }
  return undefined
}
