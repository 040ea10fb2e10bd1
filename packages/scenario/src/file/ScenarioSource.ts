/** Files of scenarios and worlds on the disk: reads YAML and JSON, imports modules. */
import { statSync } from "node:fs"
import { dirname, extname, resolve } from "node:path"
import * as ScriptText from "@backlot/document/ScriptText"
import { Effect, Result } from "effect"
import { BOUNDS } from "../Bounds.ts"
import { isPlain } from "../Fields.ts"
import { readBounded } from "./BoundedFile.ts"
import { closureOf } from "./ModuleGraph.ts"
import { beginOf, importDefault } from "./ScriptImport.ts"
import { DEPTH, documentOf, type Source, type SourceFiles, sourceOf, type Unreadable, unreadable } from "./Source.ts"

/** Of scenario files, and of worlds that are modules. */
const EXTENSIONS = { documents: [".yaml", ".yml", ".json"], modules: [".ts", ".mts", ".js", ".mjs"] } as const

/** @param empty the message for an empty file */
const read = Effect.fnUntraced(function* (file: string, empty: string): Effect.fn.Return<Source, Unreadable> {
  const bytes = yield* Effect.tryPromise({
    try: () => readBounded(file, BOUNDS.file),
    catch: (error) => absent(file, error)
  })
  const text = bytes.toString()
  const extension = extname(file)
  if (EXTENSIONS.modules.some((one) => one === extension)) return yield* readModule(file, text)
  if (EXTENSIONS.documents.some((one) => one === extension))
    return yield* Effect.fromResult(documentOf(file, text, empty))
  const wanted = Object.values(EXTENSIONS).flat().join(", ")
  return yield* Effect.fail(unreadable({ ...beginOf(file), message: `its name must end in one of ${wanted}` }))
})

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

/** The disk. Paths are relative to the folder of the file that names them. */
export const files: SourceFiles = {
  read,
  beside: (file, path) => resolve(dirname(file), path),
  has: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
