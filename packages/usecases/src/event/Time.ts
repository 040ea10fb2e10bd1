/**
 * Reads and sets the service clock. The setting is stored with the data, and a change completes due deadlines in order
 * before it answers. Sources: product.md "Control plane" (clock); architecture.md "Time, chance, limits".
 */

import { formatTime } from "@backlot/domain/base/IsoTime"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { Servers } from "@backlot/ports/Servers"
import { type ClockSetting, ServiceClock } from "@backlot/ports/ServiceClock"
import { Clock, Effect } from "effect"
import { Deadlines } from "../store/Deadlines.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"
import { EventLog } from "./EventLog.ts"

const KEY = "meta/clock"

export interface ClockReading {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly mode: "real" | "frozen"
}

/** One change: forward by a time, to a moment, or to another mode at the same moment. */
export type ClockChange =
  | { readonly advance_ms: number }
  | { readonly now: number }
  | { readonly mode: "real" | "frozen" }

export const read = Effect.gen(function* () {
  const clock = yield* ServiceClock
  const { mode } = clock.setting()
  return { now: yield* clock.now, mode } satisfies ClockReading
})

/** Changes the clock; ends when every deadline that is now due has completed. */
export const change = operation(
  "Time.change",
  Effect.fnUntraced(function* (asked: ClockChange) {
    const clock = yield* ServiceClock
    const wall = yield* Clock.currentTimeMillis
    const current = clock.setting()
    const log = yield* EventLog
    const changing = log.commitAt(function* () {
      // While another change is about to set the clock, the stored setting is newer.
      const next = changed((yield* stored) ?? current, asked, wall)
      yield* keep(next)
      const data = { now: formatTime(readingAt(next, wall)), mode: next.mode }
      return { value: next, events: [{ type: "clock.changed", data }] }
    })
    const { position } = yield* Effect.uninterruptible(Effect.tap(changing, ({ value }) => clock.set(value)))
    const deadlines = yield* Deadlines
    yield* deadlines.runDue
    yield* deadlines.wake
    const { everywhere } = yield* Servers
    yield* everywhere(position)
    return yield* read
  })
)

/** Applies the stored setting; false when there is none. */
export const restore = Effect.gen(function* () {
  const setting = yield* inTransaction(() => stored)
  if (setting === undefined) return false
  yield* (yield* ServiceClock).set(setting)
  return true
})

/** Whether a setting is stored: the smallest question to the store. */
export const isStored = inTransaction(() => Body.map(store.get(KEY), (text) => text !== undefined))

/** Stores a setting, inside a transaction. The caller sets the clock after the commit. */
export const keep = (setting: ClockSetting): Body.Body<void> => store.put(KEY, JSON.stringify(setting))

/** The setting that reads `ms` while the wall clock reads `wall`. */
export const settingAt = (ms: number, mode: "real" | "frozen", wall: number): ClockSetting =>
  mode === "frozen" ? { mode, now_ms: ms } : { mode, offset_ms: ms - wall }

const stored = Body.map(store.get(KEY), (text) => (text === undefined ? undefined : (JSON.parse(text) as ClockSetting)))

/** The time of a store that no server has opened yet. Inside a transaction. */
export const readingOfStore = (wall: number) =>
  Body.map(stored, (setting) => (setting === undefined ? wall : readingAt(setting, wall)))

/** The time of a setting. */
export const readingAt = (setting: ClockSetting, wall: number): number =>
  setting.mode === "frozen" ? setting.now_ms : wall + setting.offset_ms

const changed = (before: ClockSetting, asked: ClockChange, wall: number): ClockSetting => {
  const now = readingAt(before, wall)
  if ("advance_ms" in asked) return settingAt(now + asked.advance_ms, before.mode, wall)
  return "now" in asked ? settingAt(asked.now, before.mode, wall) : settingAt(now, asked.mode, wall)
}
