/** A step as it is played: what earlier steps captured put in place. */
import { Result } from "effect"
import type { Problem } from "../Problem.ts"
import { judgeStep } from "../schema/StepJudge.ts"
import type { Step } from "../step/Step.ts"
import { interpolate, type Variables } from "../variable/Interpolation.ts"
import { fitTexts } from "../variable/TextFit.ts"

/** What is wrong is either a variable that nothing defines, or a value that will not do where it stands. */
export const placeVariables = (
  step: Step,
  variables: Variables
): Result.Result<Step, readonly [Problem, ...ReadonlyArray<Problem>]> =>
  Result.flatMap(interpolate(step, variables), (filled) => {
    const { value, problems } = fitTexts(filled, step, (value) => judgeStep(value, { variables: false }))
    const [first, ...others] = problems
    // Judged just now.
    return first === undefined ? Result.succeed(value as Step) : Result.fail([first, ...others])
  })
