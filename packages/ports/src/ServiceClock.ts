/**
 * The settable clock of the service. It rules deadlines, tokens, idle times and rate-limit windows; Effect's own
 * Clock stays real and rules sockets, retries and caps. Source: architecture.md "Time, chance, limits".
 */
import { Context, type Effect } from "effect"

/** `real` runs at `offset_ms` from the wall; `frozen` stands at `now_ms`. Stored with the data. */
export type ClockSetting =
  | { readonly mode: "real"; readonly offset_ms: number }
  | { readonly mode: "frozen"; readonly now_ms: number }

export class ServiceClock extends Context.Service<
  ServiceClock,
  {
    /** Milliseconds since the Unix epoch. */
    readonly now: Effect.Effect<number>
    readonly setting: Effect.Effect<ClockSetting>
    readonly set: (setting: ClockSetting) => Effect.Effect<void>
    /** Waits until the clock reads `ms`, or until it is set anew, or until `cap` real milliseconds have passed. */
    readonly waitUntil: (ms: number, capMs: number) => Effect.Effect<void>
  }
>()("./ServiceClock.ts") {}
