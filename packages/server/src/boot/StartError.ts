import type { PlacedFault } from "@backlot/document/PlacedFault"
import { Data } from "effect"

/** The server cannot start. `message` is one line for a person, or one line per fault of the world. */
export class StartError extends Data.TaggedError("StartError")<{
  readonly message: string
  /** All faults of a refused world, with their places in its text. */
  readonly faults?: ReadonlyArray<PlacedFault> | undefined
}> {}
