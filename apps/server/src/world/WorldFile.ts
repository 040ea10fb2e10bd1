/**
 * The text of a world file, YAML 1.2 or JSON, as a value whose faults can be shown with line and column.
 * Integers stay exact: what a double cannot hold becomes decimal text, so that an id without quotes is still that id.
 * Source: product.md "World file".
 */
import { type Fault, formatPath, type Path } from "@backlot/domain/Fault"
import * as Limits from "@backlot/domain/Limits"
import { Result } from "effect"
import { type Document, LineCounter, parseDocument, type YAMLError } from "yaml"
import { locateIn, type Position } from "./Position.ts"

export interface ParsedWorld {
  readonly value: unknown
  /** Where a path stands in the text, or the nearest place above it that does. Lines and columns count from 1. */
  readonly locate: (path: Path) => Position
}

export interface SyntaxFault extends Position {
  readonly message: string
}

/** Aliases may multiply a text, up to this many uses (ours). */
const ALIASES = 1_000

/** JSON is YAML that can be read faster; `fileName` only names the text in messages. */
export const parse = (text: string, fileName: string): Result.Result<ParsedWorld, SyntaxFault> => {
  if (new TextEncoder().encode(text).length > Limits.http.worldBytes) {
    return Result.fail({ line: 1, column: 1, message: `${fileName} is larger than ${Limits.http.worldBytes} bytes` })
  }
  return Result.orElse(parseJson(text), () => parseYaml(text))
}

/** One line per fault, in the order of the text: `file:line:column path: message [CODE]`. */
export const formatFaults = (
  fileName: string,
  faults: ReadonlyArray<Fault>,
  locate: (path: Path) => Position
): ReadonlyArray<string> =>
  faults
    .map((fault) => ({ fault, at: locate(fault.path) }))
    .sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column)
    .map(({ fault: { path, message, code }, at }) => {
      const place = path.length === 0 ? "" : `${formatPath(path)}: `
      return `${fileName}:${at.line}:${at.column} ${place}${message} [${code}]`
    })

const parseJson = (text: string): Result.Result<ParsedWorld, unknown> =>
  Result.map(
    Result.try(() => exact(JSON.parse(text, keepDigits), 0)),
    (value) => ({ value, locate: lazily(() => readYaml(text)) })
  )

const parseYaml = (text: string): Result.Result<ParsedWorld, SyntaxFault> =>
  Result.flatMap(Result.try({ try: () => readYaml(text), catch: unreadable }), ({ document, lines }) => {
    const [first] = [...document.errors, ...document.warnings]
    if (first !== undefined) return Result.fail(syntaxFault(first))
    return Result.map(
      Result.try({ try: () => exact(document.toJS({ maxAliasCount: ALIASES }), 0), catch: unreadable }),
      (value) => ({ value, locate: locateIn(document, lines) })
    )
  })

/** Without a place: too many aliases, or nested too deeply for the reader itself. */
const unreadable = (error: unknown): SyntaxFault => ({
  line: 1,
  column: 1,
  message: error instanceof Error ? error.message : String(error)
})

interface Read {
  readonly document: Document.Parsed
  readonly lines: LineCounter
}

const readYaml = (text: string): Read => {
  const lines = new LineCounter()
  const document = parseDocument(text, { intAsBigInt: true, lineCounter: lines, logLevel: "silent", version: "1.2" })
  return { document, lines }
}

/** Positions of a JSON text are wanted only when it has faults, so it is read for them only then. */
const lazily = (read: () => Read): ((path: Path) => Position) => {
  let locate: ((path: Path) => Position) | undefined
  return (path) => {
    if (locate === undefined) {
      const { document, lines } = read()
      locate = locateIn(document, lines)
    }
    return locate(path)
  }
}

const syntaxFault = (error: YAMLError): SyntaxFault => ({
  line: error.linePos?.[0].line ?? 1,
  column: error.linePos?.[0].col ?? 1,
  // The library appends the place and a picture of the line.
  message: error.message.split(/ at line \d+, column \d+/)[0] ?? error.message
})

const INTEGER = /^-?\d+$/

const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && !Number.isSafeInteger(value) && INTEGER.test(context?.source ?? "")
    ? BigInt(context?.source ?? "")
    : value

/** Exact integers as numbers where a number holds them, else as text; refuses what is nested too deeply. */
const exact = (value: unknown, depth: number): unknown => {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value !== "object" || value === null) return value
  if (depth >= Limits.http.jsonDepth) throw new RangeError(`Nested deeper than ${Limits.http.jsonDepth} levels`)
  if (Array.isArray(value)) return value.map((item) => exact(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exact(item, depth + 1)]))
}
