/**
 * Finds command definitions in the shapes that people use: one command, a list, `{ commands }`, a Map or Collection, `{
 * data }` of a command's module, builders with `toJSON`. Source: product.md "First minute" (`check`).
 */
import type { Path } from "../error/Fault.ts"

export interface Definition {
  /** The body of the registration request. */
  readonly body: unknown
  /** Its path in the value. */
  readonly path: Path
}

/** A definition that cannot be serialized: an incomplete builder, a getter that throws, a cycle. */
export interface BrokenDefinition {
  readonly path: Path
  readonly message: string
}

export interface Found {
  readonly definitions: ReadonlyArray<Definition>
  readonly broken: ReadonlyArray<BrokenDefinition>
}

/** Definitions below this depth are not found. Our choice: docs/choices.md "Command line". */
const DEPTH = 6

/** Finds all definitions in a value. A getter that throws and a cycle become faults of the definition. */
export const definitionsIn = (value: unknown, path: Path = [], depth = 0): Found => {
  try {
    return looked(value, path, depth)
  } catch (error) {
    return { definitions: [], broken: [{ path, message: errorText(error) }] }
  }
}

const looked = (value: unknown, path: Path, depth: number): Found => {
  if (depth > DEPTH) throw new Error(`Nothing is looked for deeper than ${DEPTH} levels`)
  if (Array.isArray(value))
    return inEach(
      value.flatMap((item, index) => [[index, item] as const]),
      path,
      depth
    )
  if (value instanceof Map) return inEach(value, path, depth)
  if (hasToJson(value)) return written(value, path)
  if (typeof value === "function")
    throw new Error("A function is no definition, and is not called: give what it returns")
  if (!isRecord(value)) return written(value, path)
  if (typeof value["then"] === "function")
    throw new Error("A promise is no definition: give what it is a promise of, by await")
  for (const field of ["commands", "data"]) {
    if (isHolder(value, field)) return definitionsIn(value[field], [...path, field], depth + 1)
  }
  return written(value, path)
}

const inEach = (items: Iterable<readonly [key: unknown, item: unknown]>, path: Path, depth: number): Found => {
  const found = Array.from(items, ([key, item]) => definitionsIn(item, [...path, keyOf(key)], depth + 1))
  return {
    definitions: found.flatMap(({ definitions }) => definitions),
    broken: found.flatMap(({ broken }) => broken)
  }
}

const written = (value: unknown, path: Path): Found => ({ definitions: [{ body: plain(value), path }], broken: [] })

/** The JSON that a request would send; nested builders are serialized too. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, bigintsAsText) ?? "null")

const bigintsAsText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)

/** Joins all messages of an error: builders report several faults at once. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const more = "errors" in error && Array.isArray(error.errors) ? error.errors.map(errorText) : []
  return [error.message, ...more]
    .filter((text) => text !== "")
    .join("; ")
    .replace(/\s*\n\s*/g, " ")
}

/** Only a command has a name; a container of commands has none. */
const isHolder = (value: Readonly<Record<string, unknown>>, field: string): boolean =>
  typeof value[field] === "object" && value[field] !== null && value["name"] === undefined

const keyOf = (key: unknown): string | number => (typeof key === "number" ? key : String(key))

const hasToJson = (value: unknown): boolean =>
  ((typeof value === "object" && value !== null) || typeof value === "function") &&
  "toJSON" in value &&
  typeof value.toJSON === "function"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
