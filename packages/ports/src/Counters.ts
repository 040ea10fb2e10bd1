/**
 * Counters of requests in time windows, the basis of rate limits. A window begins with its first unit and ends `windowMs`
 * later; the next unit begins a new one. Times are milliseconds of the service clock, which no step of the wall clock moves
 * (`ServiceClock.steadyAt`). A window that ends later than `nowMs + windowMs` by more than `CLOCKS_APART_MS` began before
 * the service clock was set back, and counts as ended; with less, engines of one process count it as ended too. Ended windows are dropped from time to time, so there may be any number of keys.
 * Source: architecture.md "Storage" (rate-limit counters), "Time, chance, limits".
 */
import { Context, type Effect } from "effect"
import type { StorageError } from "./Storage.ts"

/** How far apart the clocks of two processes may be, in milliseconds, and two requests that wait for each other. */
export const CLOCKS_APART_MS = 2_000

/** The units that a request takes from one counter. */
export interface Claim {
  /** A storage key: printable ASCII. */
  readonly key: string
  /** Units per window; Infinity never refuses. */
  readonly limit: number
  readonly windowMs: number
  /** Units to take; 0 only reads the counter. */
  readonly cost: number
}

/** A counter after a claim on it. */
export interface Reading {
  /** Units in the current window, including those of a granted claim. */
  readonly count: number
  /** End of the current window; `nowMs + windowMs` if none has begun. */
  readonly resetMs: number
}

/** A counter that is held, with its key. */
export interface HeldCounter extends Reading {
  readonly key: string
}

/** Either all claims are granted or none. `readings` are in the order of the claims. */
export interface Taking {
  readonly granted: boolean
  readonly readings: ReadonlyArray<Reading>
}

/** Of one read, which is for people. */
export const MOST_READ = 10_000

export class Counters extends Context.Service<
  Counters,
  {
    /**
     * Grants if every claim fits: `count + cost <= limit` for a cost above 0, `count < limit` for cost 0. Atomic for
     * concurrent callers, in one round trip. The keys of one call must be distinct. Counters beside a shared store learn
     * in the same round trip what others have written there (`Storage.lastKnown`), also without claims.
     */
    readonly take: (claims: ReadonlyArray<Claim>, nowMs: number) => Effect.Effect<Taking, StorageError>
    /** The same at once. Absent if the counters are not in this process. */
    readonly takeNow?: (claims: ReadonlyArray<Claim>, nowMs: number) => Taking
    /** Counters whose window has not ended, `MOST_READ` at most. */
    readonly read: (nowMs: number) => Effect.Effect<ReadonlyArray<HeldCounter>, StorageError>
    /** Forgets every counter. */
    readonly clear: Effect.Effect<void, StorageError>
  }
>()("./Counters.ts") {}

/**
 * As `Counters`, but on a real clock that nobody sets, one for all processes: for session starts and planned faults.
 * `resetMs` counts from now.
 */
export class SteadyCounters extends Context.Service<
  SteadyCounters,
  {
    readonly take: (claims: ReadonlyArray<Claim>) => Effect.Effect<Taking, StorageError>
    /** Forgets the counters whose keys begin so. */
    readonly forget: (prefix: string) => Effect.Effect<void, StorageError>
  }
>()("./Counters/SteadyCounters.ts") {}
