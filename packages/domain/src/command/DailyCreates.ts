/** Daily creates of an application in one scope. Sources: service.md "Limits"; decision 26; wire-rest.md §4.3. */
import { Result } from "effect"
import { rateLimit } from "../base/Limits.ts"

/** How much of the day's creates is spent, in milliseconds of refill, at one moment of the service clock. */
export interface DailyCreates {
  readonly spent_ms: number
  readonly at_ms: number
}

/** The time to refill one create. */
export const REFILL_MS = rateLimit.dayMs / rateLimit.dailyCreates

/**
 * Spends `created` creates, or fails with the time until they fit, at most the time to refill one. `before` is undefined
 * for a new scope.
 */
export const charge = (
  before: DailyCreates | undefined,
  created: number,
  nowMs: number
): Result.Result<DailyCreates, { readonly retry_after_ms: number }> => {
  const spent_ms = spentAt(before, nowMs) + created * REFILL_MS
  const excess = spent_ms - rateLimit.dayMs
  return excess > 0
    ? Result.fail({ retry_after_ms: Math.min(excess, REFILL_MS) })
    : Result.succeed({ spent_ms, at_ms: nowMs })
}

/** Counts `created` creates and never refuses: limits are only observed. */
export const note = (before: DailyCreates | undefined, created: number, nowMs: number): DailyCreates => ({
  spent_ms: Math.min(spentAt(before, nowMs) + created * REFILL_MS, rateLimit.dayMs),
  at_ms: nowMs
})

/** Creates in the future do not count: the clock was set back. Our choice: docs/choices.md "Rate limits". */
const spentAt = (before: DailyCreates | undefined, nowMs: number): number => {
  if (before === undefined || before.at_ms > nowMs + REFILL_MS) return 0
  return Math.max(0, before.spent_ms - Math.max(0, nowMs - before.at_ms))
}
