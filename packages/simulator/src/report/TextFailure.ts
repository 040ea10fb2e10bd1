/** Formats a failed attempt: place, code frame, diff, transcript, trace, output of the app. */
import { stripVTControlCharacters } from "node:util"
import { describeFailure, formatNoted } from "@backlot/player/Transcript"
import { textOf } from "@backlot/scenario/Fields"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import { oneLine } from "@backlot/scenario/match/DescribeValue"
import { formatDiff } from "@backlot/scenario/match/Diff"
import { excerptOf } from "../run/ProgramOutput.ts"
import type { AppOutput, Attempt, StepResult } from "../run/RunResult.ts"
import { isStopped } from "../run/StepResults.ts"
import type { Paint } from "./Paint.ts"
import { diffOfStep, failedStep, hintOf, shownPlace } from "./Summary.ts"

export interface FailureOptions {
  readonly colours?: boolean
  readonly root?: string | undefined
  readonly frame?: (place: FilePlace) => string | undefined
  /** With transcript, trace and output. */
  readonly whole: boolean
}

export const attemptLines = (attempt: Attempt, options: FailureOptions, paint: Paint): ReadonlyArray<string> => {
  const step = failedStep(attempt)
  // The stopped step reports the failure itself.
  const failure = step !== undefined && isStopped(step) ? undefined : attempt.failure
  return [
    ...(failure === undefined ? [] : indent(failure.split("\n").map((line) => oneLine(line, LINE)))),
    ...(step === undefined ? [] : stepLines(step, options, paint)),
    ...(options.whole ? contextLines(attempt, step, paint) : [])
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

const stepLines = (step: StepResult, { colours = false, root, frame }: FailureOptions, paint: Paint) => {
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
