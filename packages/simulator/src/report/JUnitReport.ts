/**
 * Writes a run as JUnit XML: one suite per scenario, one case per step. Retries follow Maven Surefire: a step that
 * finally passed has a `flakyFailure` per failure; one that failed again has its further failures as `rerunFailure`.
 * Source: product.md "Scenario files" (one JUnit case per step).
 */
import { stripVTControlCharacters } from "node:util"
import { describeFailure, formatNoted } from "@backlot/player/Transcript"
import type { Attempt, RunResult, ScenarioResult, StepResult } from "../run/RunResult.ts"
import { isStopped } from "../run/StepResults.ts"
import { explained } from "./Failures.ts"
import { KINDS, lastAttempt, shownPath } from "./Summary.ts"
import { document, type Element, element } from "./Xml.ts"

/** Paths below `root` are shown relative to it. */
export const junitReport = (result: RunResult, { root }: { readonly root?: string | undefined } = {}): string => {
  const suites = result.scenarios.map((scenario) => suiteOf(scenario, result, root))
  const counts = countsOf(suites.flatMap(({ cases }) => cases))
  const attributes = { name: "backlot", ...counts, time: seconds(result.real_ms), timestamp: result.began }
  const elements = suites.map(({ suite }) => suite)
  return document(element("testsuites", attributes, elements))
}

const suiteOf = (scenario: ScenarioResult, { began, seed }: RunResult, root: string | undefined) => {
  const last = lastAttempt(scenario)
  const file = shownPath(scenario.file, root)
  const cases = last === undefined ? [skippedCase(scenario, file)] : casesOf(scenario, last, root)
  const properties = [
    property("seed", seed),
    ...(scenario.example === undefined ? [] : [property("example", scenario.example)]),
    ...scenario.tags.map((tag) => property("tag", tag)),
    ...(scenario.attempts.length > 1 ? [property("attempts", scenario.attempts.length)] : [])
  ]
  const time = seconds(last?.real_ms ?? 0)
  const attributes = { name: scenario.name, file, ...countsOf(cases), time, timestamp: began }
  const output = last === undefined ? [] : outputOf(last)
  return {
    suite: element("testsuite", attributes, [element("properties", {}, properties), ...cases, ...output]),
    cases
  }
}

const property = (name: string, value: string | number) => element("property", { name, value })

const skippedCase = ({ name }: ScenarioResult, file: string) =>
  element("testcase", { name, classname: name, file, time: seconds(0) }, [element("skipped", {})])

const casesOf = (scenario: ScenarioResult, last: Attempt, root: string | undefined): ReadonlyArray<Element> => [
  ...last.steps.map((step) => {
    const { number, title, place, real_ms } = step
    const named = { name: `${number}. ${title}`, classname: scenario.name }
    const placed = { file: shownPath(place.file, root), line: place.line, time: seconds(real_ms) }
    return element("testcase", { ...named, ...placed }, resultOf(step, failuresAt(scenario, step)))
  }),
  ...outsideOf(scenario, last, root)
]

/** The failures of this step number, by attempt. */
const failuresAt = ({ attempts }: ScenarioResult, { number }: StepResult): ReadonlyArray<StepResult> =>
  attempts.flatMap(({ steps }) => steps.filter((step) => step.number === number && step.failure !== undefined))

const resultOf = (step: StepResult, failures: ReadonlyArray<StepResult>): ReadonlyArray<Element> => {
  if (step.skipped) return [element("skipped", { message: "an earlier step failed" })]
  if (step.failure === undefined) return failures.map((one) => rerun("flakyFailure", one))
  const [first, ...again] = failures
  return [...(first === undefined ? [] : [failed(first)]), ...again.map((one) => rerun("rerunFailure", one))]
}

/** A failed expectation is a failure; a step that could not be played is an error. */
const failed = (step: StepResult): Element =>
  element(step.failure?._tag === "ExpectationFailed" ? "failure" : "error", described(step), explained(step))

const rerun = (name: string, step: StepResult): Element =>
  element(name, described(step), [element("stackTrace", {}, explained(step))])

const described = ({ failure }: StepResult) => ({
  message: failure && (describeFailure(failure)[0] ?? failure.message),
  type: failure && KINDS[failure._tag]
})

/** A failure outside of any step gets its own case at the end, unless a stopped step already reports it. */
const outsideOf = (scenario: ScenarioResult, last: Attempt, root: string | undefined): ReadonlyArray<Element> => {
  const outside = ({ failure, steps }: Attempt) => (steps.some(isStopped) ? undefined : failure)
  if (scenario.attempts.every((attempt) => outside(attempt) === undefined)) return []
  const result = (name: string, failure: string) => {
    const content = name === "error" ? failure : [element("stackTrace", {}, failure)]
    return element(name, { message: failure.split("\n")[0], type: "scenario" }, content)
  }
  const before = scenario.attempts.slice(0, -1).flatMap((attempt) => outside(attempt) ?? [])
  const failure = outside(last)
  const kind = failure === undefined ? "flakyError" : "rerunError"
  const results = [
    ...(failure === undefined ? [] : [result("error", failure)]),
    ...before.map((one) => result(kind, one))
  ]
  const file = shownPath(scenario.file, root)
  return [element("testcase", { name: "outside of steps", classname: scenario.name, file, time: seconds(0) }, results)]
}

const outputOf = ({ transcript, apps }: Attempt): ReadonlyArray<Element> => {
  const err = apps
    .filter(({ output }) => output !== "")
    .map(({ application, command, output }) => `${application} (${command})\n${stripVTControlCharacters(output)}`)
  return [
    ...(transcript.length === 0 ? [] : [element("system-out", {}, formatNoted(transcript))]),
    ...(err.length === 0 ? [] : [element("system-err", {}, err.join("\n\n"))])
  ]
}

const countsOf = (cases: ReadonlyArray<Element>) => {
  const having = (name: string) =>
    cases.filter(({ content }) => typeof content !== "string" && content.some((one) => one.name === name)).length
  return { tests: cases.length, failures: having("failure"), errors: having("error"), skipped: having("skipped") }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3)
