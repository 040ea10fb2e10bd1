/** The message of a failed act: the differences, the reason of a refusal, and the acts before. */

import { formatPath } from "@backlot/domain/error/Fault"
import { PRESENT_HINT } from "@backlot/player/judge/Judge"
import type { PlayedStep } from "@backlot/player/Player"
import type { StepFailure } from "@backlot/player/stage/Failure"
import { formatNoted, type Transcript } from "@backlot/player/Transcript"
import { ADVANCE_STEP } from "@backlot/player/turn/Interacting"
import { describeAct } from "@backlot/scenario/describe/Describe"
import { diffOf, formatDiff } from "@backlot/scenario/match/Diff"
import type { Problem } from "@backlot/scenario/Problem"
import type { Step } from "@backlot/scenario/Step"

export interface Evidence {
  /** The last lines of output of the programs under test, each with its command. */
  readonly output: ReadonlyArray<string>
  /** Errors that app functions threw since the act before. */
  readonly thrown: ReadonlyArray<unknown>
  readonly warnings: ReadonlyArray<string>
  /** The folder of the trace, if a reporter keeps it. */
  readonly trace?: string | undefined
}

export const describeFailure = (
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

/** The message for an act that cannot be played as written: an unknown field, a value of the wrong kind. */
export const describeProblems = (step: Step, problems: ReadonlyArray<Problem>): string =>
  [
    describeAct(step),
    ...problems.map(({ path, message }) => `${formatPath(path)}: ${message}`.replace(/^: /, ""))
  ].join("\n")

/** The acts so far as text, and the observations. */
export const sectionsOf = (done: string, { output, thrown, warnings, trace }: Evidence): ReadonlyArray<string> =>
  [
    section("What the app threw", thrown.map(textOf)),
    section("Transcript", [done]),
    section("What the app wrote last", output),
    section("Warnings of the server", warnings),
    section("Trace", trace === undefined ? [] : [trace])
  ].flat()

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const text = lines.join("\n")
  return text === "" ? [] : [`${title}:\n${text.replaceAll(/^(?=.)/gm, "  ")}`]
}

/** The diff of the expectation and the outcome; none for a step without expectations. */
const differenceOf = (failure: StepFailure, played: PlayedStep | undefined): ReadonlyArray<string> => {
  if (failure._tag !== "ExpectationFailed" || played?.step.expect === undefined) return []
  const { mismatches } = failure
  return [formatDiff(diffOf({ expected: played.step.expect, actual: played.outcome, mismatches }))]
}

/** The steps of the decision, in order, without those that were not reached. */
const decisionsOf = (played: PlayedStep | undefined): ReadonlyArray<string> =>
  (played?.outcome?.decisions ?? [])
    .filter(({ outcome }) => outcome !== "skip")
    .map(({ step, outcome, because }) => `${outcome} ${step}: ${because}`)

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** The last of these acts, and the number of others. */
export const recentActs = (transcript: Transcript, numbers: ReadonlySet<number>): string => {
  const shown = transcript.filter(({ number }) => numbers.has(number)).slice(-ACTS_MAX)
  const others = transcript.length - shown.length
  const left = `… ${others} other ${others === 1 ? "act" : "acts"}: backlot.transcript() has everything`
  return [...(others === 0 ? [] : [left]), ...(shown.length === 0 ? [] : [formatNoted(shown)])].join("\n")
}

const ACTS_MAX = 30

/** The player's advice is for scenario files: its phrases, and the same for tests. */
const WORDS: ReadonlyArray<readonly [said: string, here: string]> = [
  [ADVANCE_STEP, '`backlot.advance("3s")`'],
  [PRESENT_HINT, "`answer.expect(…)` does not wait: `answer.responded().expect(…)` does"]
]

export const inOwnWords = (text: string): string =>
  WORDS.reduce((replaced, [said, here]) => replaced.replaceAll(said, here), text)
