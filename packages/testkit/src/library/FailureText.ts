/** How a failed act is told: what differs, why the service refused, and what was done before. */
import { formatPath } from "@backlot/domain/error/Fault"
import type { PlayedStep } from "@backlot/player/Player"
import type { StepFailure } from "@backlot/player/stage/Failure"
import { describeAct } from "@backlot/scenario/describe/Describe"
import { diffOf, formatDiff } from "@backlot/scenario/match/Diff"
import type { Problem } from "@backlot/scenario/Problem"
import type { Step } from "@backlot/scenario/Step"

/** What was observed beside the steps. */
export interface Evidence {
  /** The last lines that the programs under test wrote, each with its command. */
  readonly output: ReadonlyArray<string>
  /** What functions that are apps threw since the act before. */
  readonly thrown: ReadonlyArray<unknown>
  /** Warnings and errors of the server. */
  readonly warnings: ReadonlyArray<string>
}

export const tellFailure = (
  failure: StepFailure,
  played: PlayedStep | undefined,
  done: string,
  evidence: Evidence
): string =>
  [
    played === undefined ? failure.message : `${played.title}\n${failure.message}`,
    ...section("Expected (-) beside what there was (+)", differenceOf(failure, played)),
    ...section("How the service decided", decisionsOf(played)),
    ...sectionsOf(done, evidence)
  ].join("\n\n")

/** An act that can not be played as it is written: a field that there is not, a value of the wrong kind. */
export const tellProblems = (step: Step, problems: ReadonlyArray<Problem>): string =>
  [
    describeAct(step),
    ...problems.map(({ path, message }) => `${formatPath(path)}: ${message}`.replace(/^: /, ""))
  ].join("\n")

/** What was done, as text, and what was observed beside it. */
export const sectionsOf = (done: string, { output, thrown, warnings }: Evidence): ReadonlyArray<string> =>
  [
    section("What the app threw", thrown.map(textOf)),
    section("Transcript", [done]),
    section("What the app wrote last", output),
    section("Warnings of the server", warnings)
  ].flat()

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const text = lines.join("\n")
  return text === "" ? [] : [`${title}:\n${text.replaceAll(/^(?=.)/gm, "  ")}`]
}

/** Where an expectation did not hold; what was not expected at all has nothing beside it. */
const differenceOf = (failure: StepFailure, played: PlayedStep | undefined): ReadonlyArray<string> => {
  if (failure._tag !== "ExpectationFailed" || played?.step.expect === undefined) return []
  const { mismatches } = failure
  return [formatDiff(diffOf({ expected: played.step.expect, actual: played.outcome, mismatches }))]
}

/** Of a refusal, in the order in which they are asked; not those that were not. */
const decisionsOf = (played: PlayedStep | undefined): ReadonlyArray<string> =>
  (played?.outcome?.decisions ?? [])
    .filter(({ outcome }) => outcome !== "skip")
    .map(({ step, outcome, because }) => `${outcome} ${step}: ${because}`)

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
