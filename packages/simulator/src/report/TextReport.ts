/** Writes a run as text for a terminal or a log: one line per scenario, details of failures, and the counts. */
import { stripVTControlCharacters, styleText } from "node:util"
import { describeFailure, formatNoted } from "@backlot/player/Transcript"
import { textOf } from "@backlot/scenario/Fields"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import { oneLine } from "@backlot/scenario/match/DescribeValue"
import { formatDiff } from "@backlot/scenario/match/Diff"
import { excerptOf } from "../run/ProgramOutput.ts"
import type { AppOutput, Attempt, RunResult, ScenarioResult, StepResult } from "../run/RunResult.ts"
import { isStopped } from "../run/StepResults.ts"
import { formatSpan, formatSteps } from "./Amount.ts"
import {
  diffOfStep,
  failedStep,
  formatCounts,
  hintOf,
  lastAttempt,
  shownPath,
  shownPlace,
  totalsOf
} from "./Summary.ts"

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
      return [...number, ...attemptLines(attempt, options, whole, paint)]
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

/** `whole`: with transcript, trace and output. */
const attemptLines = (attempt: Attempt, options: TextReportOptions, whole: boolean, paint: Paint) => {
  const step = failedStep(attempt)
  // The stopped step reports the failure itself.
  const failure = step !== undefined && isStopped(step) ? undefined : attempt.failure
  return [
    ...(failure === undefined ? [] : indent(failure.split("\n").map((line) => oneLine(line, LINE)))),
    ...(step === undefined ? [] : stepLines(step, options, paint)),
    ...(whole ? contextLines(attempt, step, paint) : [])
  ]
}

const LINE = 400
/**
 * How much of a trace and an output is shown; JSON and HTML reports have all of it. Our choice: docs/choices.md
 * "Command line".
 */
const TRACE = 40
const DETAIL = 160
const OUTPUT = 20

const stepLines = (step: StepResult, { colours = false, root, frame }: TextReportOptions, paint: Paint) => {
  const { place, failure } = step
  const framed = frame?.(place)
  const diff = diffOfStep(step)
  return [
    `  ${paint("bold", `step ${step.number}: ${oneLine(step.title, LINE)}`)}`,
    `  ${paint("faint", `${oneLine(shownPlace(step, root), LINE)}`)}`,
    ...(framed === undefined ? [] : ["", ...indent(framed.split("\n"))]),
    "",
    ...indent((failure === undefined ? [] : describeFailure(failure)).map((line) => `${paint("red", "✗")} ${line}`)),
    ...(diff.length === 0 ? [] : ["", `    ${paint("green", "- expected")}  ${paint("red", "+ what there was")}`]),
    ...(diff.length === 0 ? [] : indent(formatDiff(diff, { colours }).split("\n")))
  ]
}

const contextLines = ({ transcript, apps }: Attempt, step: StepResult | undefined, paint: Paint) => [
  ...section("What happened", transcript.length === 0 ? [] : formatNoted(transcript).split("\n"), paint),
  ...section("Trace of the interaction", step === undefined ? [] : traceLines(step), paint),
  ...apps.flatMap((app) => section(outputTitle(app), outputLines(app), paint))
]

/** `  +12 ms  delivering { … }`; times are of the service clock, relative to the first line. */
const traceLines = ({ outcome }: StepResult): ReadonlyArray<string> => {
  const trace = outcome?.trace ?? []
  const began = trace[0]?.at ?? 0
  const lines = trace.slice(0, TRACE).map(({ at, what, detail }) => {
    const after = `+${at - began} ms`.padStart(10)
    return `${after}  ${oneLine(what)}${detail == null ? "" : ` ${oneLine(hintOf(detail), DETAIL)}${bodyOf(detail)}`}`
  })
  return trace.length > TRACE ? [...lines, `… and ${trace.length - TRACE} more`] : lines
}

/** The beginning of the request or response body. */
const bodyOf = (detail: unknown): string => {
  const body = textOf(detail, "body")
  return body === undefined ? "" : ` ${oneLine(body, DETAIL)}`
}

const outputTitle = ({ application, command, exit_code }: AppOutput): string => {
  const end = exit_code === undefined ? "" : `, which ended with ${exit_code}`
  return `Output of ${oneLine(application)} (${oneLine(command)})${end}`
}

const outputLines = ({ lines }: AppOutput): ReadonlyArray<string> => {
  const plain = lines.length === 0 ? ["(nothing)"] : lines.map(({ text }) => stripVTControlCharacters(text))
  return excerptOf(plain, OUTPUT).map((line) => oneLine(line, LINE))
}

const section = (title: string, lines: ReadonlyArray<string>, paint: Paint): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", `  ${paint("cyan", title)}`, ...indent(lines)]

const indent = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.map((line) => (line === "" ? "" : `    ${line}`))

const STYLES = { bold: "bold", faint: "dim", red: "red", green: "green", yellow: "yellow", cyan: "cyan" } as const

export type Tone = keyof typeof STYLES
export type Paint = (tone: Tone, text: string) => string

/** Callers decide on colours, so the stream is not asked. */
export const paintWith = (colours: boolean): Paint =>
  colours ? (tone, text) => styleText(STYLES[tone], text, { validateStream: false }) : (_, text) => text
