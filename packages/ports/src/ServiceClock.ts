/**
 * The settable clock of the service, used for deadlines, tokens, idle times and rate limit windows. Effect's own Clock
 * stays real, for sockets, retries and time limits. Source: architecture.md "Time, chance, limits".
 */
import { type Clock, Context, type Effect } from "effect"

/** `real` runs at `offset_ms` from the wall clock; `frozen` always reads `now_ms`. Stored with the data. */
export type ClockSetting =
  | { readonly mode: "real"; readonly offset_ms: number }
  | { readonly mode: "frozen"; readonly now_ms: number }

export class ServiceClock extends Context.Service<
  ServiceClock,
  {
    /** Milliseconds since the Unix epoch. */
    readonly now: Effect.Effect<number>
    /** What `now` reads beside this wall clock. */
    readonly at: (wall: Clock.Clock) => number
    /**
     * Like `at`, but a step of the wall clock under a running service does not move it: for rate-limit windows. Setting
     * this clock moves both.
     */
    readonly steadyAt: (wall: Clock.Clock) => number
    readonly setting: () => ClockSetting
    readonly set: (setting: ClockSetting) => Effect.Effect<void>
    /** Waits until the clock reads `ms`, is set again, or `capMs` real milliseconds have passed. */
    readonly waitUntil: (ms: number, capMs: number) => Effect.Effect<void>
  }
>()("./ServiceClock.ts") {}
