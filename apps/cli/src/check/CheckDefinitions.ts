/** What a file of command definitions holds, and where. Source: product.md "First minute" (`check`). */
import type { Position } from "@backlot/document/Position"
import type { Found } from "@backlot/domain/command/CommandDefinitions"
import type { Path } from "@backlot/domain/error/Fault"
import { Data } from "effect"

/** The contents of a definition file: its values and the position of each part in its text. */
export interface CheckSource extends Found {
  /** The path as the user gave it. */
  readonly file: string
  readonly text: string
  readonly locate: (path: Path) => Position
}

/** An unusable file, with a position when its text has one. */
export class SourceUnreadable extends Data.TaggedError("SourceUnreadable")<{
  readonly file: string
  readonly text: string
  readonly position: Position | undefined
  readonly message: string
}> {}
