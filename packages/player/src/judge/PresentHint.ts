/**
 * A step without an act judges the present state. If the app has not answered yet, its failure explains how to wait.
 */
import { match } from "@backlot/scenario/match/Match"
import type { Mismatch } from "@backlot/scenario/match/Mismatch"
import type { Outcome } from "@backlot/scenario/Outcome"
import { actOf, type Step } from "@backlot/scenario/Step"

/** The same mismatches; the first has the hint if it helps. */
export const withPresentHint = (
  step: Step,
  { state }: Outcome,
  mismatches: ReadonlyArray<Mismatch>
): ReadonlyArray<Mismatch> => {
  const [first, ...rest] = mismatches
  const isOpen = state === "pending" || state === "deferred"
  if (first === undefined || !isOpen || actOf(step) !== undefined) return mismatches
  // A step that expects an open state does not want to wait.
  const wanted = step.expect?.state
  if (wanted !== undefined && match(wanted, state).length === 0) return mismatches
  return [{ ...first, message: `${first.message}; ${PRESENT_HINT}` }, ...rest]
}

export const PRESENT_HINT = "a step that only expects does not wait: put `wait: { state: responded }` before it"
