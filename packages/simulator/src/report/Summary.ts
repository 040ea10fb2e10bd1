/** Counts and texts that all reports share. */
import { isAbsolute, relative } from "node:path"
import type { Attempt, RunResult, ScenarioResult, StepResult } from "../run/RunResult.ts"

export type StepStatus = "passed" | "failed" | "skipped"

export const stepStatus = ({ failure, skipped }: StepResult): StepStatus =>
  skipped ? "skipped" : failure === undefined ? "passed" : "failed"

/** The last attempt decides. */
export const lastAttempt = ({ attempts }: ScenarioResult): Attempt | undefined => attempts.at(-1)

/** The step that failed. */
export const failedStep = (attempt: Attempt): StepResult | undefined =>
  attempt.steps.find(({ failure }) => failure !== undefined)

export interface Counts {
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly flaky: number
  readonly skipped: number
}

export interface Totals {
  readonly scenarios: Counts
  /** Of the last attempts; those of skipped scenarios are unknown. `flaky` is 0. */
  readonly steps: Counts
}

export const totalsOf = ({ scenarios }: Pick<RunResult, "scenarios">): Totals => ({
  scenarios: count(scenarios.map(({ status }) => status)),
  steps: count(scenarios.flatMap((scenario) => lastAttempt(scenario)?.steps.map(stepStatus) ?? []))
})

const count = (statuses: ReadonlyArray<ScenarioResult["status"]>): Counts => {
  const of = (status: ScenarioResult["status"]) => statuses.filter((one) => one === status).length
  return {
    total: statuses.length,
    passed: of("passed"),
    failed: of("failed"),
    flaky: of("flaky"),
    skipped: of("skipped")
  }
}

/** False if a scenario failed; a flaky one passed in the end. */
export const hasPassed = ({ scenarios }: Pick<RunResult, "scenarios">): boolean =>
  scenarios.every(({ status }) => status !== "failed")

/** `1 failed, 2 flaky, 12 passed, 1 skipped (16)`. */
export const formatCounts = ({ total, ...counts }: Counts, skipped = "skipped"): string => {
  const parts = (["failed", "flaky", "passed", "skipped"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${status === "skipped" ? skipped : status}`)
  return `${parts.length === 0 ? "none" : parts.join(", ")} (${total})`
}

/** `adopt.yaml:12:5`; for a step of a fragment, also where it was run. */
export const shownPlace = ({ place, via = [] }: StepResult, root: string | undefined): string => {
  const shown = ({ file, line, column }: StepResult["place"]) => `${shownPath(file, root)}:${line}:${column}`
  const callers = via.toReversed().map((caller) => `, run as ${caller.fragment} at ${shown(caller.place)}`)
  return `${shown(place)}${callers.join("")}`
}

/** Relative to the root if it is below it. */
export const shownPath = (file: string, root: string | undefined): string => {
  if (root === undefined || !isAbsolute(file)) return file
  const shown = relative(root, file)
  return shown === "" || shown.startsWith("..") || isAbsolute(shown) ? file : shown
}
