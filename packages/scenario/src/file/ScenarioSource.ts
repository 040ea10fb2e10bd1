/** Files of scenarios and worlds as values with places: reads YAML and JSON, imports modules. */
import { extname } from "node:path"
import * as DocumentText from "@backlot/document/DocumentText"
import * as ScriptText from "@backlot/document/ScriptText"
import * as Limits from "@backlot/domain/base/Limits"
import type { Path } from "@backlot/domain/error/Fault"
import { Effect, Result } from "effect"
import { BOUNDS } from "../Bounds.ts"
import { isPlain } from "../Fields.ts"
import type { FilePlace } from "../FilePlace.ts"
import { readBounded } from "./BoundedFile.ts"
import { closureOf } from "./ModuleGraph.ts"
import { type Broken, beginOf, importDefault } from "./ScriptImport.ts"

export interface Source {
  /** Absolute. */
  readonly file: string
  readonly value: unknown
  /** The files it was read from: itself, and the modules that a module imports by a path. */
  readonly files: ReadonlyArray<string>
  /** The place of a part of the value, or of the nearest part above it that is in the file. */
  readonly locate: (path: Path) => FilePlace
  /** The steps that `judgeFile` found sound: they are not judged again. */
  readonly sound: WeakSet<object>
}

/** Why a file has no value. */
export interface Unreadable extends Broken {
  /** The file is missing or cannot be opened. */
  readonly absent: boolean
  /** After a change of one of them, it must be read again. */
  readonly files: ReadonlyArray<string>
}

/** Of scenario files, and of worlds that are modules. */
const EXTENSIONS = { documents: [".yaml", ".yml", ".json"], modules: [".ts", ".mts", ".js", ".mjs"] } as const

/** @param empty the message for an empty file */
export const read = Effect.fnUntraced(function* (file: string, empty: string): Effect.fn.Return<Source, Unreadable> {
  const bytes = yield* Effect.tryPromise({
    try: () => readBounded(file, BOUNDS.file),
    catch: (error) => absent(file, error)
  })
  const text = bytes.toString()
  const extension = extname(file)
  if (EXTENSIONS.modules.some((one) => one === extension)) return yield* readModule(file, text)
  if (EXTENSIONS.documents.some((one) => one === extension)) return yield* readDocument(file, text, empty)
  const wanted = Object.values(EXTENSIONS).flat().join(", ")
  return yield* Effect.fail(unreadable({ ...beginOf(file), message: `its name must end in one of ${wanted}` }))
})

/** A world may nest as deeply inside a scenario as in a file of its own. */
const DEPTH = Limits.http.worldDepth + 8

const readDocument = (file: string, text: string, empty: string): Effect.Effect<Source, Unreadable> =>
  Effect.fromResult(
    Result.mapBoth(DocumentText.parse(text, { empty, depth: DEPTH, format: DocumentText.formatOf(file) }), {
      onSuccess: ({ value, locate }) => sourceOf(file, value, locate, [file]),
      onFailure: ({ line, column, message }) =>
        unreadable({ file, line, column, message: message + quotesHint(text, line) })
    })
  )

const sourceOf = (
  file: string,
  value: unknown,
  locate: (path: Path) => Omit<FilePlace, "file">,
  files: ReadonlyArray<string>
) => ({
  file,
  files,
  value,
  sound: new WeakSet<object>(),
  locate: (path: Path): FilePlace => ({ file, ...locate(path) })
})

/** YAML reads the brace of an unquoted `${…}` inside `{ }` as its own. */
const quotesHint = (text: string, line: number): string =>
  /[{[,:]\s*\$+\{/.test(text.split("\n")[line - 1] ?? "") ? "; inside { } and [ ] a text with ${…} needs quotes" : ""

const readModule = (file: string, text: string): Effect.Effect<Source, Unreadable> =>
  // The fix may be in any module that was imported before the failure.
  Effect.mapError(runModule(file, text), (found) => ({ ...found, files: closureOf(file) }))

const runModule = Effect.fnUntraced(function* (file: string, text: string) {
  const { locate } = yield* Effect.fromResult(
    Result.mapError(ScriptText.parse(text), (fault) => unreadable({ ...fault, file }))
  )
  const value = yield* Effect.mapError(importDefault(file), unreadable)
  const broken = (message: string) => unreadable({ file, ...locate([]), message })
  if (value === undefined) {
    return yield* Effect.fail(broken("it has no default export; write export default scenario({ … })"))
  }
  const plain = yield* Effect.try({
    try: () => written(value, 0),
    catch: () => broken(`nested deeper than ${DEPTH} levels`)
  })
  return sourceOf(file, plain, locate, closureOf(file))
})

const written = (value: unknown, depth: number): unknown => {
  if (depth > DEPTH) throw new RangeError("too deep")
  if (Array.isArray(value)) return value.map((item) => written(item, depth + 1))
  if (!isPlain(value)) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([key, field]) => [key, written(field, depth + 1)]))
}

const unreadable = (broken: Broken): Unreadable => ({ ...broken, absent: false, files: [broken.file] })

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "file not found",
  EISDIR: "it is a folder",
  EACCES: "permission denied"
}

const absent = (file: string, error: unknown): Unreadable => {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  const message = REASONS[code] ?? (error instanceof Error ? error.message : String(error))
  return { ...unreadable({ ...beginOf(file), message }), absent: true }
}
