/** What a run's page begins with: the verdict in words, and why each scenario failed. */
import { describeFailure } from "@backlot/player/Transcript"
import { defined } from "@backlot/scenario/Fields"
import { oneLine } from "@backlot/scenario/match/DescribeValue"
import { formatDiff } from "@backlot/scenario/match/Diff"
import type { Attempt, RunResult, ScenarioResult, StepResult } from "../run/RunResult.ts"
import { anchorOf } from "./Anchor.ts"
import * as Summary from "./Summary.ts"

export interface Verdict {
  readonly status: "passed" | "failed" | "flaky" | "skipped"
  /** `Failed`. */
  readonly word: string
  /** `2 of 7 scenarios failed.` */
  readonly sentence: string
}

export const verdictOf = (result: RunResult): Verdict => {
  const { total, failed, flaky, skipped } = Summary.totalsOf(result).scenarios
  const played = total - skipped
  const late = flaky === 0 ? "" : `, ${flaky} only at a later attempt`
  if (failed > 0) {
    const sentence = played === 1 ? "The scenario failed." : `${failed} of ${played} scenarios failed.`
    return { status: "failed", word: "Failed", sentence }
  }
  if (played === 0) return { status: "skipped", word: "Nothing was played", sentence: "No scenario was selected." }
  const sentence = played === 1 ? `The scenario passed${late}.` : `All ${played} scenarios passed${late}.`
  return { status: flaky > 0 ? "flaky" : "passed", word: flaky > 0 ? "Passed, but unsteady" : "Passed", sentence }
}

export interface Failing {
  /** Where the page shows it: an address within the page. */
  readonly anchor: string
  readonly status: "failed" | "flaky"
  readonly name: string
  /** The position of the scenario, from 0. */
  readonly index: number
  /** The attempt that explains it. */
  readonly attempt: Attempt
  /** `step 3: alice presses Keep`; left out if no step failed. */
  readonly step?: string
  /** One line. */
  readonly reason: string
}

/** Failed scenarios with their last attempt, then flaky ones with the attempt before the last. */
export const failingOf = ({ scenarios }: RunResult): ReadonlyArray<Failing> => {
  const all = scenarios.flatMap((scenario, index) => failing(scenario, index) ?? [])
  return [...all.filter(({ status }) => status === "failed"), ...all.filter(({ status }) => status === "flaky")]
}

const failing = ({ name, status, attempts }: ScenarioResult, index: number): Failing | undefined => {
  if (status !== "failed" && status !== "flaky") return undefined
  const at = attempts.length - (status === "failed" ? 1 : 2)
  const attempt = attempts[at]
  if (attempt === undefined) return undefined
  const step = Summary.failedStep(attempt)
  const place = [index + 1, at + 1, ...(step === undefined ? [] : [step.number])]
  const title = step && `step ${step.number}: ${oneLine(step.title, WIDTH)}`
  return {
    anchor: anchorOf(...place),
    status,
    name,
    index,
    attempt,
    reason: reasonOf(attempt),
    ...defined({ step: title })
  }
}

const WIDTH = 300

/** The first line of the failure, and how many follow. A failure outside of steps begins with a heading of its list. */
const reasonOf = (attempt: Attempt): string => {
  const failure = Summary.failedStep(attempt)?.failure
  const lines = failure === undefined ? (attempt.failure ?? "it failed").split("\n") : describeFailure(failure)
  const [first = "", second = ""] = lines
  const heading = first.endsWith(":") ? `${first} ${second.trim()}` : first
  const more = lines.length - (first.endsWith(":") ? 2 : 1)
  return `${oneLine(heading, WIDTH)}${more > 0 ? ` (and ${more} more ${more === 1 ? "line" : "lines"})` : ""}`
}

/** The place of a step that failed, its faults and the differences. */
export const explained = (step: StepResult): string => {
  const diff = Summary.diffOfStep(step)
  return [
    Summary.shownPlace(step, undefined),
    ...(step.failure === undefined ? [] : describeFailure(step.failure)),
    ...(diff.length === 0 ? [] : ["", "- expected  + what there was", formatDiff(diff)])
  ].join("\n")
}
