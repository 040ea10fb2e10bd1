/**
 * The session start limit: one IDENTIFY per bucket every five seconds, in real time, of all servers together. The daily
 * count is only shown. And the limit of requests for all members. Sources: wire-interactions.md §3.2, §3.7, §3.10; decision 29.
 */
import { gateway } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { LimitsMode } from "@backlot/domain/limit/RateLimit"
import { type Claim, SteadyCounters } from "@backlot/ports/Counters"
import { Context, Effect, Layer } from "effect"

export class IdentifyLimit extends Context.Service<IdentifyLimit, Effect.Success<typeof make>>()(
  "@backlot/server/IdentifyLimit"
) {}

const make = Effect.map(SteadyCounters, (counters) => {
  /** How many refused ones wait, by application. */
  const waiting = new Map<Snowflake, number>()

  const countWaiting = (applicationId: Snowflake, more: 1 | -1): void => {
    const count = (waiting.get(applicationId) ?? 0) + more
    if (count === 0) waiting.delete(applicationId)
    else waiting.set(applicationId, count)
  }

  /**
   * Counts one IDENTIFY; false refuses it, once the bucket is free, for some libraries identify again as soon as they are
   * refused. Beyond the bound of waiting ones it is refused at once. Our choice: docs/choices.md "Rate limits".
   */
  const take = Effect.fnUntraced(function* (applicationId: Snowflake, shardId: number, mode: LimitsMode) {
    const { granted, readings } = yield* counters.take(claims(applicationId, shardId, mode))
    if (granted) return true
    if ((waiting.get(applicationId) ?? 0) >= gateway.identifyWaiters) return false
    countWaiting(applicationId, 1)
    yield* Effect.ensuring(
      Effect.sleep(Math.max(readings[0]?.resetMs ?? 0, 0)),
      Effect.sync(() => countWaiting(applicationId, -1))
    )
    return false
  })

  /**
   * The `session_start_limit` of GET /gateway/bot; `reset_after` in milliseconds. While limits are only observed, nothing is
   * used up: libraries stop by themselves when little is left. Our choice: docs/choices.md "Rate limits".
   */
  const read = Effect.fnUntraced(function* (applicationId: Snowflake, mode: LimitsMode) {
    const { readings } = yield* counters.take([{ ...ofDay(applicationId), cost: 0 }])
    const { count, resetMs } = readings[0] ?? { count: 0, resetMs: 0 }
    const total = gateway.identifiesPerDay
    return {
      total,
      remaining: mode === "enforce" ? Math.max(total - count, 0) : total,
      reset_after: count === 0 ? 0 : resetMs,
      max_concurrency: concurrency(mode)
    }
  })

  /**
   * Counts one request for all members of a guild, which a bot has every 30 seconds. Gives the milliseconds to wait where that
   * is too often. Source: the platform's documentation of `Request Guild Members`, `Rate Limited`.
   */
  const takeMembers = Effect.fnUntraced(function* (applicationId: Snowflake, guildId: Snowflake) {
    const key = `${KEYS}members/${applicationId}/${guildId}`
    const { granted, readings } = yield* counters.take([{ key, limit: 1, windowMs: MEMBERS_WINDOW_MS, cost: 1 }])
    return granted ? undefined : Math.max(readings[0]?.resetMs ?? 0, 1)
  })

  return { take, takeMembers, read, clear: counters.forget(KEYS) }
})

export const layer: Layer.Layer<IdentifyLimit, never, SteadyCounters> = Layer.effect(IdentifyLimit, make)

const claims = (applicationId: Snowflake, shardId: number, mode: LimitsMode): ReadonlyArray<Claim> => [
  {
    key: `${KEYS}${applicationId}/${shardId % concurrency(mode)}`,
    limit: mode === "enforce" ? 1 : Number.POSITIVE_INFINITY,
    windowMs: gateway.identifyWindowMs,
    cost: 1
  },
  ofDay(applicationId)
]

const ofDay = (applicationId: Snowflake): Claim => ({
  key: `${KEYS}${applicationId}`,
  limit: Number.POSITIVE_INFINITY,
  windowMs: DAY_MS,
  cost: 1
})

const KEYS = "identify/"

const MEMBERS_WINDOW_MS = 30_000

const DAY_MS = 86_400_000

/** While limits are only observed, all shards of a bot can start at once. Our choice: docs/choices.md "Rate limits". */
const concurrency = (mode: LimitsMode): number =>
  mode === "enforce" ? gateway.maxConcurrency : gateway.maxConcurrencyObserved
