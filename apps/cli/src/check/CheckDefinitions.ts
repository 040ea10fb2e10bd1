/**
 * Command definitions in the values that people keep them in: one command, a list, `{ commands }`, a Map or Collection,
 * `{ data }` of a command's module, builders with `toJSON`. Source: product.md "First minute" (`check`).
 */
import type { Path } from "@backlot/domain/error/Fault"

export interface Definition {
  /** The body as it would be sent. */
  readonly body: unknown
  /** Where it stands in the value. */
  readonly path: Path
}

/** What refuses to be written down: a builder that is not complete, a getter that throws, a cycle. */
export interface BrokenDefinition {
  readonly path: Path
  readonly message: string
}

export interface Found {
  readonly definitions: ReadonlyArray<Definition>
  readonly broken: ReadonlyArray<BrokenDefinition>
}

/** Ours: no definition stands deeper. */
const DEPTH = 6

/** Whatever a value does when it is looked at: a getter that throws is a fault of the definition, as is a cycle. */
export const definitionsIn = (value: unknown, path: Path = [], depth = 0): Found => {
  try {
    return looked(value, path, depth)
  } catch (error) {
    return { definitions: [], broken: [{ path, message: tellError(error) }] }
  }
}

const looked = (value: unknown, path: Path, depth: number): Found => {
  if (depth > DEPTH) throw new Error(`Nothing is looked for deeper than ${DEPTH} levels`)
  if (Array.isArray(value))
    return inEach(
      value.map((item, index) => [item, [...path, index]] as const),
      depth
    )
  if (value instanceof Map)
    return inEach(
      [...value].map(([key, item]) => [item, [...path, keyOf(key)]] as const),
      depth
    )
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

const inEach = (items: ReadonlyArray<readonly [unknown, Path]>, depth: number): Found => {
  const found = items.map(([item, path]) => definitionsIn(item, path, depth + 1))
  return {
    definitions: found.flatMap(({ definitions }) => definitions),
    broken: found.flatMap(({ broken }) => broken)
  }
}

const written = (value: unknown, path: Path): Found => ({ definitions: [{ body: plain(value), path }], broken: [] })

/** As it goes over the wire, where builders inside of builders are written down too. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, bigintsAsText) ?? "null")

const bigintsAsText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)

/** Builders check several things at once. */
export const tellError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const more = "errors" in error && Array.isArray(error.errors) ? error.errors.map(tellError) : []
  return [error.message, ...more]
    .filter((text) => text !== "")
    .join("; ")
    .replace(/\s*\n\s*/g, " ")
}

/** A command has a name; what holds one has none. */
const isHolder = (value: Readonly<Record<string, unknown>>, field: string): boolean =>
  typeof value[field] === "object" && value[field] !== null && value["name"] === undefined

const keyOf = (key: unknown): string | number => (typeof key === "number" ? key : String(key))

const hasToJson = (value: unknown): boolean =>
  ((typeof value === "object" && value !== null) || typeof value === "function") &&
  "toJSON" in value &&
  typeof value.toJSON === "function"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
