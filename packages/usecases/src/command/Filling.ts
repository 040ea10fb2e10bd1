/** What a client makes of the options that a user fills in. Source: wire-interactions.md §8; decision 36. */

import type { Fault } from "@backlot/domain/error/Fault"
import type { InteractionOption } from "@backlot/domain/interaction/Interaction"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { Result } from "effect"
import type { Surroundings } from "../access/Surroundings.ts"

/** A command with its options filled in and validated. */
export interface Filled {
  readonly command: ApplicationCommand
  readonly options: ReadonlyArray<InteractionOption>
  /** Full name, with group and subcommand. */
  readonly path: string
}

export interface OptionRefusal {
  readonly reason: "unknown" | "options"
  /** The one that was meant, once that is known. */
  readonly command?: ApplicationCommand
  /** Every fault, in one line for a person. */
  readonly because: string
  readonly faults: ReadonlyArray<Fault>
}

/** How a client reads what the user filled in, given the commands they may mean. Pure. */
export type Reader = (
  candidates: ReadonlyArray<ApplicationCommand>,
  surroundings: Surroundings
) => Result.Result<Filled, OptionRefusal>
