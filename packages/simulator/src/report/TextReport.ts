/** Writes a run as text for a terminal or a log: one line per scenario, details of failures, and the counts. */
import type { FilePlace } from "@backlot/scenario/FilePlace"
import { oneLine } from "@backlot/scenario/match/DescribeValue"
import type { RunResult, ScenarioResult } from "../run/RunResult.ts"
import { formatSpan, formatSteps } from "./Amount.ts"
import { type Paint, paintWith, type Tone } from "./Paint.ts"
import { formatCounts, lastAttempt, shownPath, totalsOf } from "./Summary.ts"
import { attemptLines } from "./TextFailure.ts"

export interface TextReportOptions {
  readonly colours?: boolean
  /** Paths below it are shown relative to it. */
  readonly root?: string | undefined
  /** The lines around a place with a mark; undefined if the file cannot be read. */
  readonly frame?: (place: FilePlace) => string | undefined
  /** Leaves out the line per scenario, if it was printed during the run. */
  readonly brief?: boolean
}

export const textReport = (result: RunResult, options: TextReportOptions = {}): string => {
  const paint = paintWith(options.colours === true)
  const notPassed = result.scenarios.filter(({ status }) => status === "failed" || status === "flaky")
  const parts = [
    ...(options.brief === true ? [] : [result.scenarios.map((one) => scenarioLine(one, options, paint))]),
    ...notPassed.map((scenario) => failureLines(scenario, options, paint)),
    summaryLines(result, paint)
  ]
  const texts = parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"))
  return `${texts.join("\n\n")}\n`
}

/** `✓ adopt a pet  3 steps, 412 ms  scenarios/adopt.yaml`. */
export const scenarioLine = (scenario: ScenarioResult, { root }: TextReportOptions, paint: Paint): string => {
  const { status, attempts } = scenario
  const [sign, tone] = SIGNS[status]
  const attempt = lastAttempt(scenario)
  const facts = [
    ...(attempt === undefined ? [] : [formatSteps(attempt.steps.length), formatSpan(attempt.real_ms)]),
    ...(status === "flaky" ? [`flaky: passed at attempt ${attempts.length}`] : []),
    ...(status === "failed" && attempts.length > 1 ? [`${attempts.length} attempts`] : []),
    ...(status === "skipped" ? ["skipped"] : [])
  ]
  const details = [facts.join(", "), oneLine(shownPath(scenario.file, root), NAME)]
  return `${paint(tone, sign)} ${oneLine(scenario.name, NAME)}  ${paint("faint", details.filter((text) => text !== "").join("  "))}`
}

const NAME = 200

const SIGNS: Readonly<Record<ScenarioResult["status"], readonly [sign: string, tone: Tone]>> = {
  passed: ["✓", "green"],
  failed: ["✗", "red"],
  flaky: ["~", "yellow"],
  skipped: ["-", "faint"]
}

/** All failed attempts; those of a flaky scenario in brief. */
const failureLines = (scenario: ScenarioResult, options: TextReportOptions, paint: Paint): ReadonlyArray<string> => {
  const { name, file, attempts, status } = scenario
  const flaky = status === "flaky"
  const title = paint(flaky ? "yellow" : "red", flaky ? "FLAKY" : "FAILED")
  const failed = flaky ? attempts.slice(0, -1) : attempts
  return [
    `${title}  ${paint("bold", oneLine(name, NAME))}  ${paint("faint", oneLine(shownPath(file, options.root), NAME))}`,
    ...failed.flatMap((attempt, index) => {
      const whole = !flaky && index === failed.length - 1
      const number = attempts.length > 1 ? [paint("faint", `  attempt ${index + 1} of ${attempts.length}`)] : []
      return [...number, ...attemptLines(attempt, { ...options, whole }, paint)]
    })
  ]
}

const summaryLines = (result: RunResult, paint: Paint): ReadonlyArray<string> => {
  const { scenarios, steps } = totalsOf(result)
  const tone = scenarios.failed > 0 ? "red" : scenarios.flaky > 0 ? "yellow" : "green"
  return [
    `Scenarios  ${paint(tone, formatCounts(scenarios))}`,
    `Steps      ${formatCounts(steps, "not played")}`,
    `Time       ${formatSpan(result.real_ms)}`,
    `Seed       ${result.seed}`
  ]
}
