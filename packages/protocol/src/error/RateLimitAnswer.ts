/** The body fields and headers of a 429, which clients read to wait. Source: wire-rest.md §0 (3, 4), §4.1. */
import type { DailyCreatesSpent, RateLimited, SlowedDown } from "@backlot/domain/error/ServiceError"
import * as RateLimit from "@backlot/domain/limit/RateLimit"

type Refused = RateLimited | DailyCreatesSpent | SlowedDown

export type Headers = Readonly<Record<string, string>>

/** In the body, after `message` and before `code`. */
export interface Fields {
  /** Seconds. */
  readonly retry_after: number
  readonly global: boolean
}

export const fieldsOf = (error: Refused): Fields => ({
  retry_after: waitMs(error) / 1_000,
  global: error._tag === "RateLimited" && error.refusal.global
})

/** A global 429 (decision 27), one of the daily creates (wire-rest.md §4.3) and one of slow mode show no bucket. */
export const headersOf = (error: Refused): Headers => {
  const waiting = { via: VIA, "retry-after": wholeSeconds(waitMs(error)) }
  if (error._tag !== "RateLimited") return { ...waiting, "x-ratelimit-scope": "shared" }
  const { refusal } = error
  return refusal.global
    ? { ...waiting, "x-ratelimit-scope": "global", "x-ratelimit-global": "true" }
    : { ...waiting, "x-ratelimit-scope": "user", ...RateLimit.headersOf(refusal.window) }
}

/** Whole seconds, rounded up (wire-rest.md §4.1). */
export const wholeSeconds = (ms: number): string => String(Math.ceil(ms / 1_000))

/** A 429 without it counts as a ban in discord.py (wire-rest.md §0, 3). */
const VIA = "1.1 backlot"

const waitMs = (error: Refused): number =>
  error._tag === "RateLimited" ? error.refusal.retry_after_ms : error.retry_after_ms
