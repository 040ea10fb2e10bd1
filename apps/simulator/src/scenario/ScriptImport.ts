/** Imports a module that people write, and tells where it went wrong. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath, pathToFileURL } from "node:url"
import { Effect } from "effect"
import type { Place } from "./LoadedScenario.ts"

export interface ImportFailed {
  /** In the module, or in one that it imports. */
  readonly place: Place
  readonly message: string
}

/**
 * The default export; undefined where there is none. A module is run once for each text that it has, so that one that
 * changed is run anew; those that it imports are kept.
 */
export const importDefault = (file: string, text: string): Effect.Effect<unknown, ImportFailed> => {
  const url = pathToFileURL(file)
  url.searchParams.set("text", createHash("sha256").update(text).digest("hex").slice(0, 16))
  return Effect.tryPromise({
    try: async () => {
      const module: unknown = await import(/* @vite-ignore */ url.href)
      return typeof module === "object" && module !== null && "default" in module ? await module.default : undefined
    },
    catch: (error) => failed(file, error)
  })
}

const failed = (file: string, error: unknown): ImportFailed => {
  if (!(error instanceof Error)) return { place: { file, line: 1, column: 1 }, message: `it throws ${String(error)}` }
  const [message = ""] = error.message.split("\n")
  const missing = MISSING.exec(message)
  if (missing !== null) {
    const [, what = "", wanted = "", by = file] = missing
    return {
      place: mention(by.replace(QUERY, ""), wanted),
      message: `it imports the ${what} ${wanted}, which is not there`
    }
  }
  const place = placeIn(error.stack ?? "") ?? { file, line: 1, column: 1 }
  return { place, message: error instanceof SyntaxError ? message : `it throws ${error.name}: ${message}` }
}

/** As Node tells it. */
const MISSING = /^Cannot find (module|package) '([^']+)' imported from '?([^']+?)'?$/
const QUERY = /\?.*$/

/** The import of what is missing: its last part stands in quotes there. */
const mention = (file: string, wanted: string): Place => {
  const path = file.startsWith("file:") ? fileURLToPath(file) : file
  const lines = readLines(path)
  const last = wanted.split("/").at(-1) ?? wanted
  const index = lines.findIndex((line) => line.includes(`${last}"`) || line.includes(`${last}'`))
  const column = index === -1 ? 0 : Math.max(0, (lines[index] ?? "").search(/["'`]/))
  return { file: path, line: Math.max(index, 0) + 1, column: column + 1 }
}

const readLines = (file: string): ReadonlyArray<string> => {
  try {
    return readFileSync(file, "utf8").split("\n")
  } catch {
    return []
  }
}

/** The first place of a stack that is in a file: `file:///…?text=…:3:31`, or as a syntax error's first line has it. */
const FRAME = /(file:\/\/[^\s)?]+?|(?<=[\s(])\/[^\s:)?]+)(?:\?[^\s:)]*)?:(\d+)(?::(\d+))?/

const placeIn = (stack: string): Place | undefined => {
  for (const line of stack.split("\n")) {
    const [, file, number, column = "1"] = FRAME.exec(line) ?? []
    if (file === undefined || file.includes("/node_modules/")) continue
    return { file: file.startsWith("file:") ? fileURLToPath(file) : file, line: Number(number), column: Number(column) }
  }
  return undefined
}
