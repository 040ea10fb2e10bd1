/** The steps of a scenario for reports, played or not. */
import type { Path } from "@backlot/domain/error/Fault"
import type { PlayedStep } from "@backlot/player/Player"
import { StepStopped } from "@backlot/player/stage/Failure"
import { describeFailure, type Transcript } from "@backlot/player/Transcript"
import { describeAct } from "@backlot/scenario/describe/Describe"
import { defined } from "@backlot/scenario/Fields"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import type { LoadedScenario, LoadedStep } from "@backlot/scenario/file/LoadedScenario"
import { isOfWait } from "@backlot/scenario/match/Mismatch"
import type { StepResult } from "./RunResult.ts"

/** The title as the player writes it: user and channel may come from an earlier step. */
export const titleOf = ({ steps }: LoadedScenario, index: number): string => {
  const before = steps.slice(0, index + 1).reverse()
  const as = before.find(({ step }) => step.as !== undefined)?.step.as
  const channel = before.find(({ step }) => step.in !== undefined)?.step.in
  const step = steps[index]?.step
  return step === undefined ? "" : (step.name ?? describeAct(step, { as, in: channel }))
}

/** Keeps the title from the beginning of the step: captured ids would differ between runs. */
export const resultOf = (
  loaded: LoadedScenario,
  step: LoadedStep,
  played: PlayedStep | undefined,
  index: number
): StepResult => {
  const unplayed = { outcome: undefined, failure: undefined, began_ms: 0, real_ms: 0, now: undefined }
  return {
    ...(played ?? { number: index + 1, step: step.step, ...unplayed }),
    ...{ title: titleOf(loaded, index), place: failurePlace(step, played?.failure) },
    ...{ ...defined({ via: step.via }), skipped: played === undefined }
  }
}

/** The wrong value (the first of several), or its nearest parent in the file. */
export const failurePlace = ({ place, locate }: LoadedStep, failure: PlayedStep["failure"]): FilePlace => {
  const path = failure && pathOf(failure)
  return (path && locate?.(path)) ?? place
}

/** Path in the step; undefined if the failure is about the whole step. */
const pathOf = (failure: NonNullable<PlayedStep["failure"]>): Path | undefined => {
  if (failure._tag === "StepUnplayable") return failure.path
  const [mismatch] = failure._tag === "ExpectationFailed" ? failure.mismatches : []
  if (mismatch === undefined) return undefined
  return isOfWait(mismatch.path) ? mismatch.path : ["expect", ...mismatch.path]
}

export const isStopped = ({ failure }: Pick<StepResult, "failure">): boolean => failure?._tag === "StepStopped"

/** Adds the reason to the stopped step, in steps and transcript; `reason` is a sentence. */
export const withReason = (steps: ReadonlyArray<StepResult>, transcript: Transcript, reason: string | undefined) => {
  const stopped = steps.find(isStopped)
  if (stopped === undefined || reason === undefined) return { steps, transcript }
  const failure = new StepStopped({ message: `${reason.replace(/\.$/, "")} while this step was under way.` })
  return {
    steps: steps.map((step) => (step === stopped ? { ...step, failure } : step)),
    transcript: transcript.map((entry) =>
      entry.number === stopped.number ? { ...entry, faults: describeFailure(failure) } : entry
    )
  }
}
