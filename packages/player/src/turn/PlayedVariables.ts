/** Variables while steps are played: replaced before a step, captured after it. */
import { placeVariables } from "@backlot/scenario/file/StepVariables"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { mentionsVariables, type Variables } from "@backlot/scenario/variable/Interpolation"
import { parsePath, valueAt } from "@backlot/scenario/variable/VariablePath"
import { Result } from "effect"
import { StepUnplayable } from "../stage/Failure.ts"

export const placed = (step: Step, variables: Variables): Result.Result<Step, StepUnplayable> => {
  if (!mentionsVariables(step)) return Result.succeed(step)
  return Result.mapError(
    placeVariables(step, variables),
    ([{ path, message }]) => new StepUnplayable({ path, message })
  )
}

export const captured = (
  capture: NonNullable<Step["capture"]>,
  outcome: Outcome
): Result.Result<Variables, StepUnplayable> => {
  const found: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(capture)) {
    const parsed = parsePath(path)
    const value = parsed === undefined ? undefined : valueAt(outcome, parsed)
    if (value === undefined) {
      const has = Object.keys(outcome).filter((field) => field !== "real_ms")
      const message = `the outcome has no ${path}; it has ${has.join(", ") || "nothing"}`
      return Result.fail(new StepUnplayable({ path: ["capture", name], message }))
    }
    found[name] = value
  }
  return Result.succeed(found)
}
