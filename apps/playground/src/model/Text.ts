/** The texts that people write here, as values whose faults have a place. */
import { type ParsedDocument, parse } from "@backlot/document/DocumentText"
import type { Position } from "@backlot/document/Position"
import * as Limits from "@backlot/domain/base/Limits"
import { Result } from "effect"

/** Characters of one text. Every key stroke judges all of it. Our choice: docs/choices.md "Command line". */
export const TEXT_MAX = 256 * 1024

/** Definitions are as deep as a request of the service may be, and worlds as deep as a world file. */
const DEPTH = { json: Limits.http.jsonDepth, yaml: Limits.http.worldDepth }

/** Something that is wrong, or legal but useless, and where it stands. */
export interface Finding extends Position {
  readonly kind: "fault" | "note"
  /** Such as `[0].options[1].name`; empty for the whole text. */
  readonly path: string
  /** The platform's code, or `SYNTAX` for a text that cannot be read. */
  readonly code: string
  readonly message: string
  /** The section that a note is based on. */
  readonly because?: string
}

/** At most this many are shown; the others are counted. */
export const FINDINGS_MAX = 100

export const readText = (
  text: string,
  format: "json" | "yaml",
  empty: string
): Result.Result<ParsedDocument, Finding> => {
  if (text.length > TEXT_MAX) return Result.fail(syntax({ line: 1, column: 1 }, tooLong(text.length)))
  return Result.mapError(parse(text, { empty, depth: DEPTH[format], format }), ({ line, column, message }) =>
    syntax({ line, column }, message)
  )
}

const tooLong = (length: number): string =>
  `The text has ${length.toLocaleString("en-US")} characters; ${TEXT_MAX.toLocaleString("en-US")} are the most. Use \`backlot check\` for more.`

const syntax = (position: Position, message: string): Finding => ({
  kind: "fault",
  ...position,
  path: "",
  code: "SYNTAX",
  message
})

/** Where a line and a column stand in a text, in UTF-16 code units from 0. */
export const offsetOf = (text: string, { line, column }: Position): number => {
  let start = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf("\n", start)
    if (end === -1) return text.length
    start = end + 1
  }
  return Math.min(text.length, start + column - 1)
}

export const inOrder = (a: Position, b: Position): number => a.line - b.line || a.column - b.column
