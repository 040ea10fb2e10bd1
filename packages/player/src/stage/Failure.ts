/** How playing a step fails. */

import type { Mismatch } from "@backlot/scenario/match/Match"
import { Data } from "effect"

/** The step can not be played: a name that nobody has, a variable that was not captured, a channel that was not said. */
export class StepUnplayable extends Data.TaggedError("StepUnplayable")<{
  /** Within the step, e.g. `["on"]`. */
  readonly path: ReadonlyArray<string | number>
  /** What is wrong and what would do. */
  readonly message: string
}> {}

/** What was expected did not hold, or nothing was and the step was refused or failed. Never empty. */
export class ExpectationFailed extends Data.TaggedError("ExpectationFailed")<{
  readonly message: string
  readonly mismatches: ReadonlyArray<Mismatch>
}> {}

/** The server did not answer, or not as its control plane should. */
export class StageLost extends Data.TaggedError("StageLost")<{ readonly message: string }> {}

export type StepFailure = StepUnplayable | ExpectationFailed | StageLost

/** The play ended while the step was under way: nobody waits for what comes of it. Only told of it afterwards. */
export class StepStopped extends Data.TaggedError("StepStopped")<{ readonly message: string }> {}
