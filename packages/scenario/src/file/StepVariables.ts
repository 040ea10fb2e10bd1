/** Replaces what earlier steps captured, right before a step is played. */
import { Result } from "effect"
import { type Sound, soundOr } from "../Problem.ts"
import { judgeStep } from "../schema/StepJudge.ts"
import type { Step } from "../step/Step.ts"
import { interpolate, type Variables } from "../variable/Interpolation.ts"
import { fitTexts } from "../variable/Variables.ts"

/** Fails for an undefined variable, and for a value that does not fit its place. */
export const placeVariables = (step: Step, variables: Variables): Sound<Step> =>
  Result.flatMap(interpolate(step, variables), (filled) => {
    const { value, problems } = fitTexts(filled, step, (value) => judgeStep(value, { variables: false }))
    // It was just judged.
    return soundOr(value as Step, problems)
  })
