/**
 * Rate limits over the counters and the service clock; the policy is `@backlot/domain/limit/RateLimit`. Sources: service.md "Limits";
 * wire-rest.md §4; decisions 26 to 29; architecture.md "Time, chance, limits".
 */
import { RateLimited } from "@backlot/domain/error/ServiceError"
import * as RateLimit from "@backlot/domain/limit/RateLimit"
import type { RateLimitOverride } from "@backlot/domain/record/World"
import { type Claim, Counters } from "@backlot/ports/Counters"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import type { StorageError } from "@backlot/ports/Storage"
import { Clock, Context, Effect } from "effect"
import { RateLimitMode } from "./RateLimits.ts"

export interface LimitedRequest {
  readonly allowance: RateLimitOverride
  readonly params: Readonly<Record<string, string | undefined>>
  /** False on routes outside the global limit (decision 27). */
  readonly global: boolean
  /** The user of the token; absent for a bot and for the application itself. */
  readonly user_id?: string | undefined
}

/**
 * Counts a request of a route in all its windows or in none. Gives the window to show, or fails with the refusal of a 429.
 * An exit already when the counters are in this process.
 */
export const limiter = (services: Context.Context<Counters | ServiceClock | RateLimitMode>) => {
  const { current } = Context.get(services, RateLimitMode)
  const { at, steadyAt } = Context.get(services, ServiceClock)
  const wall = Context.get(services, Clock.Clock)
  const { take, takeNow } = Context.get(services, Counters)
  const count: typeof take = takeNow === undefined ? take : (claims, nowMs) => Effect.succeed(takeNow(claims, nowMs))

  return (
    route: RateLimit.LimitedRoute,
    { allowance, params, global, user_id }: LimitedRequest
  ): Effect.Effect<RateLimit.Window | undefined, RateLimited | StorageError> => {
    const quotas = RateLimit.quotasOf(route, allowance, params, global, user_id)
    const mode = quotas.length === 0 ? "off" : current()
    if (mode === "off") return NO_WINDOW
    const steadyMs = steadyAt(wall)
    const nowMs = at(wall)
    return Effect.flatMapEager(count(claimsOf(quotas, mode), steadyMs), ({ granted, readings }) => {
      // Clients compare the end of a window with the clock that they see.
      const seen = readings.map(({ count, resetMs }) => ({ count, resetMs: resetMs + nowMs - steadyMs }))
      const refusal = granted ? undefined : RateLimit.refusalOf(route, quotas, seen, nowMs)
      return refusal === undefined
        ? Effect.succeed(RateLimit.windowOf(route, quotas, seen, nowMs, mode))
        : Effect.fail(new RateLimited({ refusal }))
    })
  }
}

const NO_WINDOW = Effect.succeed(undefined)

/** Without enforcement no claim is refused. */
const claimsOf = (quotas: ReadonlyArray<RateLimit.Quota>, mode: "enforce" | "observe"): ReadonlyArray<Claim> =>
  quotas.map(({ key, limit, windowMs }) => ({ key, windowMs, limit: mode === "enforce" ? limit : Infinity, cost: 1 }))
