/**
 * What happened, line by line: the same text, byte for byte, with the same seed, scenario and frozen clock. It has no
 * real times; `Normalise.ts` replaces addresses. Source: product.md "Scenario files" (byte-identical transcript).
 */
import { formatPath } from "@backlot/domain/error/Fault"
import { describeAct, describeOutcome, type Scene } from "@backlot/scenario/describe/Describe"
import { oneLine } from "@backlot/scenario/match/DescribeValue"
import { formatMismatch } from "@backlot/scenario/match/Match"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { normaliseText } from "./Normalise.ts"
import type { StepFailure, StepStopped } from "./stage/Failure.ts"
import { readJson } from "./stage/StageHttp.ts"

export interface TranscriptEntry {
  readonly number: number
  /** For example `alice in #general uses /adopt animal:Dog`. */
  readonly act: string
  readonly lines: ReadonlyArray<string>
  /**
   * Calls of apps that Backlot does not implement, emojis that they may not use, and what came during a wait in vain. Comparisons leave them out: they
   * may come at any time.
   */
  readonly notes: ReadonlyArray<string>
  /** Expectations that did not hold, one line each. */
  readonly faults: ReadonlyArray<string>
}

export type Transcript = ReadonlyArray<TranscriptEntry>

export interface Played {
  readonly number: number
  readonly step: Step
  /** Undefined if the step could not be played. */
  readonly outcome: Outcome | undefined
  readonly failure: StepFailure | StepStopped | undefined
}

/** Makes the entry of a step. The scene says who acted and where; `normalise` is that of the stage. */
export const entryOf = (
  { number, step, outcome, failure }: Played,
  scene: Scene = step,
  normalise: (text: string) => string = normaliseText
): TranscriptEntry => ({
  number,
  act: normalise(describeAct(step, scene)),
  lines: (outcome === undefined ? [] : describeOutcome(outcome)).map(normalise),
  notes: [...(outcome?.not_implemented ?? []), ...(outcome?.unknown_emojis ?? []), ...meanwhile(outcome)].map(
    normalise
  ),
  faults: (failure === undefined ? [] : describeFailure(failure)).map(normalise)
})

const meanwhile = ({ came }: Partial<Outcome> = {}): ReadonlyArray<string> => {
  if (came === undefined) return []
  return came.length === 0 ? ["nothing came while it waited"] : ["while it waited:", ...came.map((line) => `  ${line}`)]
}

/** The text for comparisons. */
export const format = (transcript: Transcript): string =>
  formatNoted(transcript.map((entry) => ({ ...entry, notes: [] })))

/** The text for reports. */
export const formatNoted = (transcript: Transcript): string =>
  transcript
    .map(({ number, act, lines, notes, faults }) =>
      [
        `${String(number).padStart(3)}  ${act}`,
        ...[...lines, ...notes].map((line) => `       → ${line}`),
        ...faults.map((line) => `       ✗ ${line}`)
      ].join("\n")
    )
    .join("\n")

/** Why a step failed, one line each; never empty. */
export const describeFailure = (failure: StepFailure | StepStopped): ReadonlyArray<string> => {
  if (failure._tag !== "ExpectationFailed") {
    const path = failure._tag === "StepUnplayable" && failure.path.length > 0 ? `${formatPath(failure.path)}: ` : ""
    return [oneLine(path + failure.message, WIDTH)]
  }
  const { mismatches, message } = failure
  if (mismatches.length === 0) return [oneLine(message, WIDTH)]
  const rest = mismatches.length - FAULTS
  return [
    ...mismatches.slice(0, FAULTS).map((one) => TOO_LONG.get(String(one.path[0])) ?? formatMismatch(one)),
    ...(rest > 0 ? [`… and ${rest} more`] : [])
  ]
}

const WIDTH = 500
const FAULTS = 20

/** Leaves out real times. */
const TOO_LONG: ReadonlyMap<string, string> = new Map([
  ["within", "within: took longer"],
  ["answers_within", "answers_within: the app took longer to its first answer"]
])

/** A trace holds bodies as text. Parses those that are JSON. */
export const parseBodies = (detail: unknown): unknown => {
  if (typeof detail !== "object" || detail === null || !("body" in detail)) return detail
  const { body } = detail
  // A body that was cut off stays.
  return typeof body === "string" && /^\s*[[{]/.test(body) ? { ...detail, body: readJson(body) } : detail
}
