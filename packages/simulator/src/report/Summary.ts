/** Counts and texts that all reports share. */
import { field, textOf } from "@backlot/scenario/Fields"
import { formatValue } from "@backlot/scenario/match/DescribeValue"
import { type DiffLine, diffOf } from "@backlot/scenario/match/Diff"
import type { Attempt, RunResult, ScenarioResult, StepResult } from "../run/RunResult.ts"

type Failure = NonNullable<StepResult["failure"]>

/** The kinds of failure in reports. `stopped`: the play ended during the step. */
export const KINDS = {
  ExpectationFailed: "expectation",
  StepUnplayable: "unplayable",
  StageLost: "server",
  StepStopped: "stopped"
} as const satisfies Readonly<Record<Failure["_tag"], string>>

/** Empty if nothing was compared. */
export const diffOfStep = ({ step, outcome, failure }: StepResult): ReadonlyArray<DiffLine> =>
  failure?._tag === "ExpectationFailed"
    ? diffOf({ expected: step.expect, actual: outcome, mismatches: failure.mismatches })
    : []

export const formatLine = ({ sign, text }: DiffLine): string => `${sign} ${text}`

export const stepStatus = ({ failure, skipped }: StepResult): "passed" | "failed" | "skipped" =>
  skipped ? "skipped" : failure === undefined ? "passed" : "failed"

export const attemptStatus = (attempt: Attempt): "passed" | "failed" =>
  attempt.failure === undefined && failedStep(attempt) === undefined ? "passed" : "failed"

/** The last attempt decides. */
export const lastAttempt = ({ attempts }: ScenarioResult): Attempt | undefined => attempts.at(-1)

/** The step that failed. */
export const failedStep = (attempt: Attempt): StepResult | undefined =>
  attempt.steps.find(({ failure }) => failure !== undefined)

export type Counts = Readonly<Record<"total" | ScenarioResult["status"], number>>

/** `steps` are of the last attempts; those of skipped scenarios are unknown. Their `flaky` is 0. */
export const totalsOf = ({ scenarios }: Pick<RunResult, "scenarios">) => ({
  scenarios: count(scenarios.map(({ status }) => status)),
  steps: count(scenarios.flatMap((scenario) => lastAttempt(scenario)?.steps.map(stepStatus) ?? []))
})

const count = (statuses: ReadonlyArray<ScenarioResult["status"]>): Counts => {
  const of = (status: ScenarioResult["status"]) => statuses.filter((one) => one === status).length
  const [passed, failed, flaky, skipped] = [of("passed"), of("failed"), of("flaky"), of("skipped")]
  return { total: statuses.length, passed, failed, flaky, skipped }
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
  if (root === undefined || root === "") return file
  const base = /[\\/]$/.test(root) ? root : `${root}${root.includes("\\") ? "\\" : "/"}`
  return file.startsWith(base) && file.length > base.length ? file.slice(base.length) : file
}

const HINT = 100

/** What distinguishes the line: the target, the result, the reason. */
export const hintOf = (detail: unknown): string => {
  if (Array.isArray(detail)) {
    const failed = detail.find((decision) => field(decision, "outcome") === "fail")
    return failed === undefined ? `${detail.length} decisions` : `fails: ${textOf(failed, "because") ?? ""}`
  }
  const hints = ["method", "path", "url", "event", "status", "outcome", "because"].flatMap((name) => {
    const value = field(detail, name)
    return textOf(detail, name) ?? (typeof value === "number" ? String(value) : [])
  })
  return hints.length > 0 ? hints.join(" ") : detail == null ? "" : formatValue(detail, HINT)
}
