/** Decides whether an answer is as its step expects, and which kind of error it is otherwise. */
import { unexpected } from "@backlot/player/judge/Implied"
import { judge as judgeAll } from "@backlot/player/judge/Judge"
import type { Expectation } from "@backlot/scenario/Expectation"
import { formatMismatch } from "@backlot/scenario/match/Mismatch"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { StepError } from "./LoadMeter.ts"

/**
 * Undefined if nothing is wrong. The rules are those of any other run; an unexpected end counts as its own kind of
 * error.
 */
export const judge = (expect: Expectation = {}, outcome: Outcome): StepError | undefined => {
  const [first] = judgeAll(expect, outcome, NOTHING_SEEN)
  if (first === undefined) return undefined
  const [end] = unexpected(expect, outcome)
  if (end === undefined) return { kind: "expectation", message: formatMismatch(first) }
  return { kind: end.kind, message: end.because ?? String(end.actual) }
}

const NOTHING_SEEN = { sightings: new Map() }
