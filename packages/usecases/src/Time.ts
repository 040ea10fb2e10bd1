/**
 * Reading and setting the service clock. The setting is stored with the data, and deadlines that fall due complete in
 * order before a change answers. Sources: product.md "Control plane" (clock); architecture.md "Time, chance, limits".
 */
import { type ClockSetting, ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage, Transaction } from "@backlot/ports/Storage"
import { Clock, Effect } from "effect"
import { Deadlines } from "./Deadlines.ts"

export interface ClockReading {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly mode: "real" | "frozen"
}

/** One change: forward by some time, to a moment, or to another mode at the same moment. */
export type ClockChange =
  | { readonly advance_ms: number }
  | { readonly now: number }
  | { readonly mode: "real" | "frozen" }

const KEY = "meta/clock"

export const read = Effect.gen(function* () {
  const clock = yield* ServiceClock
  const { mode } = yield* clock.setting
  return { now: yield* clock.now, mode } satisfies ClockReading
})

/** Changes the clock; answers when every deadline that is now due has completed. */
export const change = Effect.fnUntraced(function* (asked: ClockChange) {
  const clock = yield* ServiceClock
  const { now, mode } = yield* read
  const target = "advance_ms" in asked ? now + asked.advance_ms : "now" in asked ? asked.now : now
  yield* set(yield* at(target, "mode" in asked ? asked.mode : mode))
  const deadlines = yield* Deadlines
  yield* deadlines.runDue
  yield* deadlines.wake
  return { now: yield* clock.now, mode: (yield* clock.setting).mode } satisfies ClockReading
})

/** Sets and stores the clock, outside any transaction. */
export const set = Effect.fnUntraced(function* (setting: ClockSetting) {
  const storage = yield* Storage
  yield* storage.transaction(Effect.flatMap(Transaction, (tx) => tx.put(KEY, JSON.stringify(setting))))
  yield* (yield* ServiceClock).set(setting)
})

/** The setting that reads `ms` now. */
export const at = Effect.fnUntraced(function* (ms: number, mode: "real" | "frozen") {
  const wall = yield* Clock.currentTimeMillis
  const setting: ClockSetting = mode === "frozen" ? { mode, now_ms: ms } : { mode, offset_ms: ms - wall }
  return setting
})

/** Takes up the setting that the data holds; false when it holds none. */
export const restore = Effect.gen(function* () {
  const storage = yield* Storage
  const text = yield* storage.transaction(Effect.flatMap(Transaction, (tx) => tx.get(KEY)))
  if (text === undefined) return false
  // Only `set` writes this key.
  yield* (yield* ServiceClock).set(JSON.parse(text) as ClockSetting)
  return true
})
