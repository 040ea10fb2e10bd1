/**
 * Counters of requests in windows of time: what rate limits stand on. A window begins with its first unit and ends
 * `windowMs` later; the next unit after its end begins a new one. Times are milliseconds of the service clock, and a
 * window that would end later than `nowMs + windowMs` is one from before the clock was set back: it counts as ended.
 * Counters whose window ended are dropped as calls go on, so that keys may be of any number.
 * Source: architecture.md "Storage" (rate-limit counters), "Time, chance, limits".
 */
import { Context, type Effect } from "effect"
import type { StorageError } from "./Storage.ts"

/** What a request asks of one counter. */
export interface Claim {
  /** A storage key: printable ASCII. */
  readonly key: string
  /** Units that fit into one window; Infinity counts and never refuses. */
  readonly limit: number
  readonly windowMs: number
  /** Units taken; 0 only looks. */
  readonly cost: number
}

/** A counter after a claim on it. */
export interface Reading {
  /** Units in the current window, those of a granted claim included. */
  readonly count: number
  /** When the current window ends; `nowMs + windowMs` when none has begun. */
  readonly resetMs: number
}

/** All claims are granted together or none is; `readings` stand in the order of the claims. */
export interface Taking {
  readonly granted: boolean
  readonly readings: ReadonlyArray<Reading>
}

export class Counters extends Context.Service<
  Counters,
  {
    /**
     * Grants when every claim fits: for a cost above 0 `count + cost <= limit`, for cost 0 `count < limit`. Atomic
     * among concurrent callers, in one round trip. Keys of one call are distinct.
     */
    readonly take: (claims: ReadonlyArray<Claim>, nowMs: number) => Effect.Effect<Taking, StorageError>
    /** Forgets every counter. */
    readonly clear: Effect.Effect<void, StorageError>
  }
>()("./Counters.ts") {}
