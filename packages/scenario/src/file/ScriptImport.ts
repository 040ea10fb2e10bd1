/** Imports a scenario module, and finds the place of a failure. */
import { dirname, isAbsolute, relative } from "node:path"
import { fileURLToPath } from "node:url"
import * as ScriptText from "@backlot/document/ScriptText"
import { Effect, Result } from "effect"
import { BOUNDS, formatBound } from "../Bounds.ts"
import type { FilePlace } from "../FilePlace.ts"
import { closureOf, giveUp, readText, urlOf } from "./ModuleGraph.ts"

/** Why a file cannot be read, and where: in the file, or in one that it imports. */
export interface Broken extends FilePlace {
  readonly message: string
}

export const beginOf = (file: string): FilePlace => ({ file, line: 1, column: 1 })

/** The default export; undefined if there is none. A module runs again after it or a module it imports has changed. */
export const importDefault = (file: string): Effect.Effect<unknown, Broken> =>
  Effect.tryPromise({
    try: async () => {
      const module: unknown = await import(/* @vite-ignore */ urlOf(file))
      return typeof module === "object" && module !== null && "default" in module ? await module.default : undefined
    },
    catch: (error) => failed(file, error)
  }).pipe(
    Effect.timeoutOrElse({
      duration: BOUNDS.module.value,
      orElse: () => Effect.fail({ ...beginOf(file), message: `it did not load within ${formatBound(BOUNDS.module)}` })
    }),
    Effect.tapError(() => Effect.sync(giveUp))
  )

const failed = (file: string, error: unknown): Broken => {
  if (!(error instanceof Error)) return { ...beginOf(file), message: `it throws ${String(error)}` }
  const [message = ""] = error.message.split("\n")
  const missing = MISSING.exec(message)
  if (missing !== null) {
    const [, what = "", wanted = "", by = file] = missing
    const place = mention(by.replace(QUERY, ""), wanted)
    const named = isAbsolute(wanted) ? relative(dirname(place.file), wanted) : wanted
    return { ...place, message: `it imports the ${what} ${named}, which does not exist` }
  }
  // Node reports no place for modules without types.
  const broken = error instanceof SyntaxError ? closureOf(file).filter(isScript).flatMap(syntaxFault)[0] : undefined
  if (broken !== undefined) return broken
  const place = placeIn(error.stack ?? "") ?? beginOf(file)
  return { ...place, message: error instanceof SyntaxError ? message : `it throws ${error.name}: ${message}` }
}

/** Node itself names other imports, such as JSON. */
const isScript = (file: string): boolean => /\.[cm]?[jt]s$/.test(file)

const syntaxFault = (file: string): ReadonlyArray<Broken> => {
  const parsed = ScriptText.parse(readText(file))
  if (Result.isSuccess(parsed)) return []
  return [{ ...parsed.failure, file }]
}

const MISSING = /^Cannot find (module|package) '([^']+)' imported from '?([^']+?)'?$/
const QUERY = /\?.*$/

const pathOf = (file: string): string => (file.startsWith("file:") ? fileURLToPath(file) : file)

/** The import of a missing module: finds the last part of its path in quotes. */
const mention = (file: string, wanted: string): FilePlace => {
  const path = pathOf(file)
  const lines = readText(path).split("\n")
  const last = wanted.split("/").at(-1) ?? wanted
  const index = lines.findIndex((line) => line.includes(`${last}"`) || line.includes(`${last}'`))
  const column = index === -1 ? 0 : Math.max(0, (lines[index] ?? "").search(/["'`]/))
  return { file: path, line: Math.max(index, 0) + 1, column: column + 1 }
}

/** The first place of a stack that is in a file: `file:///…?text=…:3:31`, or in the first line of a syntax error. */
const FRAME = /(file:\/\/[^\s)?]+?|(?<=[\s(])\/[^\s:)?]+)(?:\?[^\s:)]*)?:(\d+)(?::(\d+))?/

const placeIn = (stack: string): FilePlace | undefined => {
  for (const line of stack.split("\n")) {
    const [, file, number, column = "1"] = FRAME.exec(line) ?? []
    if (file === undefined || file.includes("/node_modules/")) continue
    return { file: pathOf(file), line: Number(number), column: Number(column) }
  }
  return undefined
}
