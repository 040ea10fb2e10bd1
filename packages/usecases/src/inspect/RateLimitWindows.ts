/** The windows of rate limits that have begun. Our choice: docs/choices.md "Control plane". */
import { rateLimit } from "@backlot/domain/base/Limits"
import * as RateLimit from "@backlot/domain/limit/RateLimit"
import type { RateLimitOverride } from "@backlot/domain/record/World"
import { Counters, type HeldCounter } from "@backlot/ports/Counters"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Clock, Effect } from "effect"
import { InvalidRequests, KEY } from "../access/InvalidRequests.ts"
import { allowanceOf, RateLimitMode } from "../access/RateLimits.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"

/** A route of the API, found by its bucket. */
export interface Route {
  readonly limited: RateLimit.LimitedRoute
  readonly path: string
}

/** The windows of applications, and what counts towards the block of each address. Times are those of the service clock. */
export const read = operation(
  "RateLimitWindows.read",
  Effect.fnUntraced(function* (routes: ReadonlyMap<string, Route>) {
    const clock = yield* ServiceClock
    const wall = yield* Clock.Clock
    const now = clock.at(wall)
    const steady = clock.steadyAt(wall)
    const counters = yield* Counters
    const { blocks } = yield* InvalidRequests
    const mode = (yield* RateLimitMode).current()
    const held = yield* counters.read(steady)
    const seen = held.map((counter) => ({ ...counter, resetMs: counter.resetMs + now - steady }))
    const until = (address: string) => {
      const ms = blocks().get(address)
      return mode === "enforce" && ms !== undefined && ms > steady ? ms + now - steady : null
    }
    const counts = new Map(seen.filter(isOfAddress).map(({ key, ...counter }) => [key.slice(KEY.length), counter]))
    const addresses = new Set([...counts.keys(), ...blocks().keys()])
    return {
      now,
      mode,
      windows: yield* windowsOf(seen, routes),
      addresses: [...addresses].map((address) => ({
        address,
        count: counts.get(address)?.count ?? null,
        limit: rateLimit.invalidRequests,
        reset_ms: counts.get(address)?.resetMs ?? null,
        blocked_until_ms: until(address)
      }))
    }
  })
)

const isOfAddress = ({ key }: HeldCounter): boolean => key.startsWith(KEY)

const windowsOf = Effect.fnUntraced(function* (held: ReadonlyArray<HeldCounter>, routes: ReadonlyMap<string, Route>) {
  const counted = held.flatMap((counter) => {
    const what = RateLimit.countedAt(counter.key)
    return what === undefined ? [] : [{ ...counter, ...what }]
  })
  const ids = [...new Set(counted.map(({ application_id }) => application_id))]
  const allowances = yield* inTransaction(function* () {
    const found = new Map<string, RateLimitOverride>()
    for (const id of ids) found.set(id, yield* allowanceOf(id))
    return found
  })
  return counted.map(({ application_id, bucket, own, count, resetMs }) => {
    const allowance = allowances.get(application_id) ?? RateLimit.defaultAllowance(application_id)
    const common = { application_id, count, reset_ms: resetMs }
    if (bucket === undefined) return { ...common, scope: "global" as const, limit: allowance.per_second }
    const route = routes.get(bucket)
    const limit = route === undefined ? undefined : RateLimit.bucketLimitOf(route.limited, allowance)
    return {
      ...common,
      scope: "route" as const,
      bucket,
      limit: limit?.limit ?? null,
      ...(route === undefined ? {} : { method: route.limited.method, route: route.path }),
      ...ownerOf(own, limit?.byUser === true)
    }
  })
})

/** All requests of a bot count as those of one user. */
const ownerOf = (own: string, byUser: boolean) => {
  if (own === "") return {}
  return byUser ? { user_id: own === "bot" ? null : own } : { major: own }
}
