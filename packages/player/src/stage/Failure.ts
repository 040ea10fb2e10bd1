/** How a step fails. */
import type { Mismatch } from "@backlot/scenario/match/Match"
import { Data } from "effect"

/** The step cannot be played: unknown name, missing variable, missing channel. */
export class StepUnplayable extends Data.TaggedError("StepUnplayable")<{
  /** Within the step, e.g. `["on"]`. */
  readonly path: ReadonlyArray<string | number>
  /** What is wrong, and what would do. */
  readonly message: string
}> {}

/** An expectation did not hold, or a step without expectations was refused or failed. `mismatches` is never empty. */
export class ExpectationFailed extends Data.TaggedError("ExpectationFailed")<{
  readonly message: string
  readonly mismatches: ReadonlyArray<Mismatch>
}> {}

/** The server did not answer, or its answer is not that of a control plane. */
export class StageLost extends Data.TaggedError("StageLost")<{ readonly message: string }> {}

export type StepFailure = StepUnplayable | ExpectationFailed | StageLost

/** The play ended while the step was under way. Only the record of the step has it. */
export class StepStopped extends Data.TaggedError("StepStopped")<{ readonly message: string }> {}
