/** What is read from a file with command definitions: its values, and where each part of them stands in its text. */
import type { Position } from "@backlot/document/Position"
import type { Path } from "@backlot/domain/error/Fault"
import { Data } from "effect"
import type { Found } from "./CheckDefinitions.ts"

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
