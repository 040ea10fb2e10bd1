/**
 * The session start limit: one IDENTIFY per bucket every five seconds, in real time. The daily count is only shown.
 * Sources: wire-interactions.md §3.2, §3.7, §3.10; decision 29.
 */
import { gateway } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { LimitsMode } from "@backlot/domain/limit/RateLimit"
import { Effect } from "effect"

interface Starts {
  /** Start of the counted day. */
  readonly from: number
  count: number
  /** Time of the last session start, by bucket. */
  readonly last: Map<number, number>
}

export class IdentifyLimit {
  readonly #now: () => number
  readonly #starts = new Map<Snowflake, Starts>()
  /** How many refused ones wait, by application. */
  readonly #waiting = new Map<Snowflake, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts one IDENTIFY; false refuses it. */
  take(applicationId: Snowflake, shardId: number, mode: LimitsMode): boolean {
    const now = this.#now()
    const starts = this.#today(applicationId, now)
    const bucket = shardId % concurrency(mode)
    const last = starts.last.get(bucket)
    if (mode === "enforce" && last !== undefined && now - last < gateway.identifyWindowMs) return false
    starts.last.set(bucket, now)
    starts.count += 1
    return true
  }

  /**
   * Waits until the bucket is free, for some libraries identify again as soon as they are refused. Beyond the bound of
   * waiting ones it ends at once. Our choice: docs/choices.md "Rate limits".
   */
  whenFree(applicationId: Snowflake, shardId: number, mode: LimitsMode): Effect.Effect<void> {
    return Effect.suspend(() => {
      const waiting = this.#waiting.get(applicationId) ?? 0
      if (waiting >= gateway.identifyWaiters) return Effect.void
      const now = this.#now()
      const last = this.#today(applicationId, now).last.get(shardId % concurrency(mode)) ?? 0
      const ms = Math.min(last + gateway.identifyWindowMs - now, gateway.identifyWindowMs)
      this.#countWaiting(applicationId, 1)
      return Effect.ensuring(
        Effect.sleep(Math.max(ms, 0)),
        Effect.sync(() => this.#countWaiting(applicationId, -1))
      )
    })
  }

  #countWaiting(applicationId: Snowflake, more: 1 | -1): void {
    const waiting = (this.#waiting.get(applicationId) ?? 0) + more
    if (waiting === 0) this.#waiting.delete(applicationId)
    else this.#waiting.set(applicationId, waiting)
  }

  /**
   * The `session_start_limit` of GET /gateway/bot; `reset_after` in milliseconds. While limits are only observed, nothing is used up: libraries stop by themselves when little is left.
   * Our choice: docs/choices.md "Rate limits".
   */
  read(applicationId: Snowflake, mode: LimitsMode) {
    const now = this.#now()
    const { from, count } = this.#today(applicationId, now)
    const total = gateway.identifiesPerDay
    return {
      total,
      remaining: mode === "enforce" ? Math.max(total - count, 0) : total,
      reset_after: count === 0 ? 0 : from + DAY_MS - now,
      max_concurrency: concurrency(mode)
    }
  }

  clear(): void {
    this.#starts.clear()
  }

  #today(applicationId: Snowflake, now: number): Starts {
    const known = this.#starts.get(applicationId)
    if (known !== undefined && known.count > 0 && now < known.from + DAY_MS) return known
    const starts = { from: now, count: 0, last: known?.last ?? new Map<number, number>() }
    this.#starts.set(applicationId, starts)
    return starts
  }
}

const DAY_MS = 86_400_000

/** While limits are only observed, all shards of a bot can start at once. Our choice: docs/choices.md "Rate limits". */
const concurrency = (mode: LimitsMode): number =>
  mode === "enforce" ? gateway.maxConcurrency : gateway.maxConcurrencyObserved
