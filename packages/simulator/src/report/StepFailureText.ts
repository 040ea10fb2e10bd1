/** Why a step failed, for reports: in a line, in all its lines, and as a diff. */

import { describeFailure } from "@backlot/player/Transcript"
import { type DiffLine, diffOf } from "@backlot/scenario/match/Diff"
import type { StepResult } from "../run/RunResult.ts"

type Failure = NonNullable<StepResult["failure"]>

/**
 * What kind of failure, in words of reports: an expectation, a step that makes no sense, a server that is gone, a play
 * that ended while the step was under way.
 */
export const KINDS = {
  ExpectationFailed: "expectation",
  StepUnplayable: "unplayable",
  StageLost: "server",
  StepStopped: "stopped"
} as const satisfies Readonly<Record<Failure["_tag"], string>>

export const firstLine = (failure: Failure): string => describeFailure(failure)[0] ?? failure.message

/** Empty where nothing was compared. */
export const diffOfStep = ({ step, outcome, failure }: StepResult): ReadonlyArray<DiffLine> =>
  failure?._tag === "ExpectationFailed"
    ? diffOf({ expected: step.expect, actual: outcome, mismatches: failure.mismatches })
    : []
