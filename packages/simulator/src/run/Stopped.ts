/** Handles the step in progress when an attempt ends otherwise: it fails, and says why. */
import { StepStopped } from "@backlot/player/stage/Failure"
import { describeFailure, type Transcript } from "@backlot/player/Transcript"
import type { StepResult } from "./RunResult.ts"

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
