/**
 * Command creates of one application in one scope: 200 a day that come back one by one, each after 432 s.
 * Sources: service.md "Limits"; decision 26; wire-rest.md §4.3.
 */
import { Result } from "effect"
import { rateLimit } from "../base/Limits.ts"

/** How much of the day's creates is spent, in milliseconds of refill, as of a moment of the service clock. */
export interface DailyCreates {
  readonly spent_ms: number
  readonly at_ms: number
}

/** The time in which one create comes back. */
export const REFILL_MS = rateLimit.dayMs / rateLimit.dailyCreates

export interface Spent {
  /** Until the creates fit, but at most until one more has come back. */
  readonly retry_after_ms: number
}

/** Spends `created` creates; all of them or, when they do not fit, none. `before` is undefined for a new scope. */
export const charge = (
  before: DailyCreates | undefined,
  created: number,
  nowMs: number
): Result.Result<DailyCreates, Spent> => {
  const spent_ms = spentAt(before, nowMs) + created * REFILL_MS
  const excess = spent_ms - rateLimit.dayMs
  return excess > 0
    ? Result.fail({ retry_after_ms: Math.min(excess, REFILL_MS) })
    : Result.succeed({ spent_ms, at_ms: nowMs })
}

/** Counts `created` creates and refuses none: limits are only observed. */
export const note = (before: DailyCreates | undefined, created: number, nowMs: number): DailyCreates => ({
  spent_ms: Math.min(spentAt(before, nowMs) + created * REFILL_MS, rateLimit.dayMs),
  at_ms: nowMs
})

/**
 * Ours: creates of a time that has not come, because the clock was set back since, count as none, as windows do. A
 * clock that stepped back by less than one refill is one that was only corrected.
 */
const spentAt = (before: DailyCreates | undefined, nowMs: number): number => {
  if (before === undefined || before.at_ms > nowMs + REFILL_MS) return 0
  return Math.max(0, before.spent_ms - Math.max(0, nowMs - before.at_ms))
}
