/**
 * What users did since somebody asked to record it, in order, in memory: one recording for each server, which ends with
 * it. While nothing is recorded, nothing is looked at. Source: product.md "Scenario files" (recording).
 */
import { delivery, recording as limits } from "@backlot/domain/base/Limits"
import type { RecordedEntry, RecordingState } from "@backlot/protocol/control/ControlRecording"
import { Context, Effect, Latch } from "effect"

export type Noted = Omit<RecordedEntry, "number">

/** An act under way: its place in the order is taken when it begins. */
export interface Slot {
  /** Undefined where there is nothing to tell: it was cut short. */
  readonly fill: (entry: Noted | undefined) => void
}

export interface Recorder {
  readonly isOn: () => boolean
  /** A recording that is under way, or was stopped, is forgotten: ours, so that a follower which died is in nobody's way. */
  readonly start: () => void
  readonly stop: () => void
  /** Undefined when nothing is recorded, or nothing fits any more. */
  readonly begin: () => Slot | undefined
  /** Interactions whose answers were recorded and are not settled: `settled` entries are to follow. */
  readonly open: Map<string, string>
  readonly read: (after: number) => typeof RecordingState.Type
  /** Ends once there are more entries than `after`, or the recording ends, or the wait is over. */
  readonly more: (after: number) => Effect.Effect<void>
}

export class Recording extends Context.Service<Recording, Recorder>()("@backlot/server/Recording") {}

interface Held {
  done: boolean
  entry: RecordedEntry | undefined
}

export const make = (): Recorder => {
  let on = false
  let full = false
  let bytes = 0
  let held: Array<Held> = []
  let entries: Array<RecordedEntry> = []
  let changed = Latch.makeUnsafe()
  const open = new Map<string, string>()

  const tell = () => {
    const before = changed
    changed = Latch.makeUnsafe()
    before.openUnsafe()
  }

  /** What was begun before must be told before. */
  const settle = () => {
    const before = entries.length
    while (held[0]?.done === true) {
      const entry = held.shift()?.entry
      if (entry === undefined || bytes > limits.bytes) continue
      bytes += Buffer.byteLength(JSON.stringify(entry))
      if (bytes <= limits.bytes) entries.push({ ...entry, number: entries.length + 1 })
      full ||= bytes > limits.bytes || entries.length >= limits.entries
    }
    if (entries.length > before) tell()
  }

  return {
    isOn: () => on,
    start: () => {
      on = true
      full = false
      bytes = 0
      held = []
      entries = []
      open.clear()
      tell()
    },
    stop: () => {
      on = false
      tell()
    },
    begin: () => {
      if (!on || full) return undefined
      // Those under way have their places, and nothing may follow what is left out.
      full = entries.length + held.length >= limits.entries
      if (full) return undefined
      const mine = held
      const slot: Held = { done: false, entry: undefined }
      mine.push(slot)
      return {
        fill: (entry) => {
          slot.done = true
          slot.entry = entry === undefined ? undefined : { number: 0, ...entry }
          // One that began in a recording which was forgotten is told in none.
          if (mine === held) settle()
        }
      }
    },
    open,
    read: (after) => ({ recording: on, total: entries.length, full, entries: entries.slice(after) }),
    more: (after) =>
      Effect.suspend(() => (entries.length > after || !on ? Effect.void : changed.await)).pipe(
        Effect.interruptible,
        Effect.timeoutOption(delivery.controlWaitMs),
        Effect.asVoid
      )
  }
}
