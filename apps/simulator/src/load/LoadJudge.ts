/** Whether an answer is what its step wants, and which kind of error it is if not: what a load counts. */
import { judge as judgeAll } from "../play/Judge.ts"
import { formatMismatch } from "../play/Mismatch.ts"
import type { Outcome } from "../play/Outcome.ts"
import type { Expectation } from "../scenario/Expectation.ts"
import type { StepError } from "./LoadMeter.ts"

/**
 * Undefined where nothing is wrong. Without an expectation a step must not be refused, fail or time out, nor its wait
 * expire; a request must be answered below 400. With one, it is judged as in any other run.
 */
export const judge = (expect: Expectation | undefined, outcome: Outcome): StepError | undefined => {
  if (expect === undefined) return errorIn(outcome)
  const [first] = judgeAll(expect, outcome, NOTHING_SEEN)
  if (first === undefined) return undefined
  // What nobody expected is counted by its own name.
  const known = wants(expect, outcome) ? undefined : errorIn(outcome)
  return known ?? { kind: "expectation", message: formatMismatch(first) }
}

const NOTHING_SEEN = { sightings: new Map() }

const errorIn = (outcome: Outcome): StepError | undefined => {
  const { refused, because = "", status, state, error = "", wait_expired } = outcome
  if (refused !== undefined) return of(`refused:${refused}`, because)
  if (status !== undefined && status >= 400) return of(`http:${status}`, because)
  if (state === "failed" || state === "timed_out") return of(state, error)
  if (wait_expired === true) return of("wait_expired", error || `still ${state} when the wait was over`)
  return undefined
}

const of = (kind: string, message: string): StepError => ({ kind, message: message === "" ? kind : message })

/** Whether such an end was expected, though it looks otherwise. */
const wants = ({ refused, status, state }: Expectation, outcome: Outcome): boolean => {
  if (outcome.refused !== undefined) return refused !== undefined && refused !== false
  return outcome.state === undefined ? status !== undefined : state !== undefined && outcome.wait_expired !== true
}
