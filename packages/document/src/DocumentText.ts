/**
 * Parses YAML 1.2 or JSON, and locates each value. An integer that a double cannot hold becomes decimal text, so an id without
 * quotes stays that id. Source: product.md "World file".
 */
import type { Path } from "@backlot/domain/error/Fault"
import { Result } from "effect"
import { LineCounter, parseDocument, type YAMLError } from "yaml"
import { jsonFault } from "./JsonFault.ts"
import { locateIn, type Position } from "./Position.ts"
import { repeatedKey, resolveAliases, strayAlias, type YamlText, yamlFault } from "./YamlFault.ts"

export interface ParsedDocument {
  readonly value: unknown
  /** The position of a path, or of its nearest parent in the text. Lines and columns count from 1. */
  readonly locate: (path: Path) => Position
}

export interface SyntaxFault extends Position {
  readonly message: string
}

/** How many aliases a text may use. Our choice: docs/choices.md "World file". */
const ALIASES = 1_000

/** The values of a text with aliases, each counted as often as it is repeated, where the text itself is shorter. */
const REPEATED = 100_000

export interface Kind {
  /** The message for an empty text, e.g. `It is empty. A world is a mapping …`. */
  readonly empty: string
  /** How deeply values may nest. */
  readonly depth: number
  /** `json` refuses anything that is only YAML. Default: `yaml`, which includes JSON. */
  readonly format?: Format
}

export type Format = "yaml" | "json"

/** A file is JSON by its name, otherwise YAML; so is a text without a name. */
export const formatOf = (fileName: string): Format => (/\.json$/i.test(fileName) ? "json" : "yaml")

/** Parses JSON directly because it is faster than YAML. Callers enforce the length limit. */
export const parse = (text: string, kind: Kind): Result.Result<ParsedDocument, SyntaxFault> =>
  Result.orElse(parseJson(text, kind), () => {
    const fault = kind.format === "json" ? strictFault(text, kind) : undefined
    return fault === undefined ? parseYaml(text, kind) : Result.fail(fault)
  })

/** Undefined for JSON that is rejected for another reason, which the YAML reader reports with its position. */
const strictFault = (text: string, { empty }: Kind): SyntaxFault | undefined => {
  if (text.trim() === "") return { line: 1, column: 1, message: empty }
  const json = withoutMark(text)
  const fault = jsonFault(json)
  if (fault === undefined) return undefined
  const before = json.slice(0, fault.offset).split(/\r\n|\n|\r/)
  return { line: before.length, column: (before.at(-1) ?? "").length + 1, message: fault.message }
}

/** Removes the byte order mark that some editors write. */
const withoutMark = (text: string): string => (text.startsWith("\u{FEFF}") ? text.slice(1) : text)

const parseJson = (text: string, { depth }: Kind): Result.Result<ParsedDocument, unknown> =>
  Result.try(() => {
    const value = exact(JSON.parse(withoutMark(text), keepDigits), depth, { left: Number.POSITIVE_INFINITY })
    let yaml: ReturnType<typeof readYaml> | undefined
    const locate = (path: Path) => {
      // The text is read as YAML only when a fault needs a position.
      yaml ??= readYaml(text)
      return yaml.locate(path)
    }
    return { value, locate }
  })

const parseYaml = (text: string, { empty, depth }: Kind): Result.Result<ParsedDocument, SyntaxFault> =>
  Result.flatMap(Result.try({ try: () => readYaml(text), catch: unreadable(depth) }), (yaml) => {
    const { document, locate } = yaml
    const first = document.errors[0] ?? document.warnings[0]
    const repeated = repeatedKey(yaml)
    if (repeated !== undefined && (first === undefined || repeated.offset < first.pos[0])) {
      return Result.fail(repeated.fault)
    }
    if (first !== undefined) return Result.fail(syntaxFault(first, yaml, depth))
    if (document.contents === null) return Result.fail({ line: 1, column: 1, message: empty })
    return Result.try({
      try: () => {
        const aliases = resolveAliases(document)
        const budget = { left: aliases === 0 ? Number.POSITIVE_INFINITY : Math.max(text.length, REPEATED) }
        return { value: exact(document.toJS({ maxAliasCount: ALIASES }), depth, budget), locate }
      },
      catch: (error) =>
        (String(error).includes("Unresolved alias") ? strayAlias(yaml) : undefined) ?? unreadable(depth, locate)(error)
    })
  })

/** Faults without a position: too many aliases, or nesting too deep for the parser itself. */
const unreadable =
  (depth: number, locate?: ParsedDocument["locate"]) =>
  (error: unknown): SyntaxFault => {
    const place = error instanceof TooDeep ? locate?.(error.path) : undefined
    const isDeep = error instanceof TooDeep || error instanceof RangeError
    const message = error instanceof Error ? error.message : String(error)
    return { line: 1, column: 1, ...place, message: isDeep ? tooDeep(depth) : message }
  }

class TooDeep extends Error {
  readonly path: Path
  constructor(path: Path) {
    super()
    this.path = path
  }
}

const readYaml = (text: string): YamlText & Pick<ParsedDocument, "locate"> => {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    intAsBigInt: true,
    lineCounter: lines,
    logLevel: "silent",
    version: "1.2",
    // The library draws the line of every error, and compares every key with all before it, list or map by tag too.
    prettyErrors: false,
    uniqueKeys: false,
    resolveKnownTags: false
  })
  return { text, document, lines, locate: locateIn(document, lines) }
}

/** The YAML library reports its own stack overflow as a fault of the text. */
const syntaxFault = (error: YAMLError, read: YamlText, depth: number): SyntaxFault => {
  const fault = yamlFault(error, read)
  return error.message.startsWith("Maximum call stack") ? { ...fault, message: tooDeep(depth) } : fault
}

const tooDeep = (depth: number): string => `Nested deeper than ${depth} levels`

const INTEGER = /^-?\d+$/

const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && !Number.isSafeInteger(value) && INTEGER.test(context?.source ?? "")
    ? BigInt(context?.source ?? "")
    : value

/** Both ends are doubles, and command numbers may be that large (decision 34). */
const isExact = (value: bigint): boolean => value >= -(2n ** 53n) && value <= 2n ** 53n

/**
 * Integers become numbers where a number is exact, otherwise text. Throws for more than `deepest` levels, and for more
 * values than are left: lists of aliases of lists of aliases could have any number.
 */
const exact = (
  value: unknown,
  deepest: number,
  budget: { left: number },
  path: Array<string | number> = []
): unknown => {
  if (budget.left-- <= 0) throw new Error("Excessive alias count: the text repeats too many values")
  if (typeof value === "bigint") return isExact(value) ? Number(value) : String(value)
  if (typeof value !== "object" || value === null) return value
  if (path.length >= deepest) throw new TooDeep([...path])
  const part = (key: string | number, item: unknown): unknown => {
    path.push(key)
    const exactly = exact(item, deepest, budget, path)
    path.pop()
    return exactly
  }
  if (Array.isArray(value)) return value.map((item, index) => part(index, item))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, part(key, item)]))
}
