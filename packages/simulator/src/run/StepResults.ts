/** The steps of a scenario for reports, played or not. */
import type { PlayedStep } from "@backlot/player/Player"
import { describeAct } from "@backlot/scenario/describe/Describe"
import { defined } from "@backlot/scenario/Fields"
import type { LoadedScenario, LoadedStep } from "@backlot/scenario/file/LoadedScenario"
import { failurePlace } from "./FailurePlace.ts"
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
export const resultOf = (loaded: LoadedScenario, step: LoadedStep, played: PlayedStep, index: number): StepResult => ({
  ...{ ...played, title: titleOf(loaded, index), place: failurePlace(step, played.failure) },
  ...{ ...defined({ via: step.via }), skipped: false }
})

export const skippedStep = (loaded: LoadedScenario, { step, place, via }: LoadedStep, index: number): StepResult => ({
  ...{ number: index + 1, title: titleOf(loaded, index), step, place, ...defined({ via }), skipped: true },
  ...{ outcome: undefined, failure: undefined, began_ms: 0, real_ms: 0, now: undefined }
})
