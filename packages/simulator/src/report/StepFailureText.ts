/** The failure of a step for reports: as a line, as all lines, and as a diff. */

import { describeFailure } from "@backlot/player/Transcript"
import { type DiffLine, diffOf } from "@backlot/scenario/match/Diff"
import type { StepResult } from "../run/RunResult.ts"

type Failure = NonNullable<StepResult["failure"]>

/**
 * The kinds of failure in reports: a failed expectation, an unplayable step, a lost server, a play that ended during
 * the step.
 */
export const KINDS = {
  ExpectationFailed: "expectation",
  StepUnplayable: "unplayable",
  StageLost: "server",
  StepStopped: "stopped"
} as const satisfies Readonly<Record<Failure["_tag"], string>>

export const firstLine = (failure: Failure): string => describeFailure(failure)[0] ?? failure.message

/** Empty if nothing was compared. */
export const diffOfStep = ({ step, outcome, failure }: StepResult): ReadonlyArray<DiffLine> =>
  failure?._tag === "ExpectationFailed"
    ? diffOf({ expected: step.expect, actual: outcome, mismatches: failure.mismatches })
    : []
