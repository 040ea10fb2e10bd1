/** A step that only expects looks at what there is now: where the app is still to answer, its failure says how to wait. */

import { match } from "@backlot/scenario/match/Match"
import type { Mismatch } from "@backlot/scenario/match/Mismatch"
import type { Outcome } from "@backlot/scenario/Outcome"
import { actOf, type Step } from "@backlot/scenario/Step"

/** The same mismatches, the first with the hint where it helps. */
export const withPresentHint = (
  step: Step,
  { state }: Outcome,
  mismatches: ReadonlyArray<Mismatch>
): ReadonlyArray<Mismatch> => {
  const [first, ...rest] = mismatches
  const isOpen = state === "pending" || state === "deferred"
  if (first === undefined || !isOpen || actOf(step) !== undefined) return mismatches
  // Who says that it is open does not wait for its end.
  const wanted = step.expect?.state
  if (wanted !== undefined && match(wanted, state).length === 0) return mismatches
  return [{ ...first, message: `${first.message}; ${PRESENT_HINT}` }, ...rest]
}

export const PRESENT_HINT = "a step that only expects does not wait: put `wait: { state: responded }` before it"
