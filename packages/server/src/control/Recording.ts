/** The recording of a server: acts of users, in memory. Source: product.md "Scenario files" (recording). */
import { delivery, recording as limits } from "@backlot/domain/base/Limits"
import type { RecordedEntry, RecordingState } from "@backlot/protocol/control/ControlRecording"
import { Context, Effect, Latch } from "effect"

export type Noted = Omit<RecordedEntry, "number">

/** An act in progress. Its place in the order is fixed when it begins. */
export interface Slot {
  /** Undefined records nothing, for an act that was interrupted. */
  readonly fill: (entry: Noted | undefined) => void
}

export class Recording extends Context.Service<Recording, Recorder>()("@backlot/server/Recording") {}

export type Recorder = ReturnType<typeof make>

interface Held {
  done: boolean
  entry: RecordedEntry | undefined
}

export const make = () => {
  let on = false
  let full = false
  let bytes = 0
  let held: Array<Held> = []
  let entries: Array<RecordedEntry> = []
  let changed = Latch.makeUnsafe()
  const open = new Map<string, string>()

  const notify = () => {
    const before = changed
    changed = Latch.makeUnsafe()
    before.openUnsafe()
  }

  /** Appends finished acts in the order of their beginnings. */
  const settle = () => {
    const before = entries.length
    while (held[0]?.done === true) {
      const entry = held.shift()?.entry
      if (entry === undefined || bytes > limits.bytes) continue
      bytes += Buffer.byteLength(JSON.stringify(entry))
      if (bytes <= limits.bytes) entries.push({ ...entry, number: entries.length + 1 })
      full ||= bytes > limits.bytes || entries.length >= limits.entries
    }
    if (entries.length > before) notify()
  }

  return {
    isOn: () => on,
    /** Forgets an earlier recording: a client that died blocks no other. Our choice: docs/choices.md "Recording". */
    start: () => {
      on = true
      full = false
      bytes = 0
      held = []
      entries = []
      open.clear()
      notify()
    },
    stop: () => {
      on = false
      notify()
    },
    /** Undefined if no recording is on, or if it is full. */
    begin: (): Slot | undefined => {
      if (!on || full) return undefined
      // Acts in progress keep their places. Nothing may follow an act that does not fit.
      full = entries.length + held.length >= limits.entries
      if (full) return undefined
      const mine = held
      const slot: Held = { done: false, entry: undefined }
      mine.push(slot)
      return {
        fill: (entry) => {
          slot.done = true
          slot.entry = entry === undefined ? undefined : { number: 0, ...entry }
          // An act of a forgotten recording is dropped.
          if (mine === held) settle()
        }
      }
    },
    /** Recorded interactions that are not settled yet; a `settled` entry follows for each. */
    open,
    read: (after: number): typeof RecordingState.Type => ({
      recording: on,
      total: entries.length,
      full,
      entries: entries.slice(after)
    }),
    /** Waits for more than `after` entries, for the end of the recording, or for the time limit. */
    more: (after: number) =>
      Effect.suspend(() => (entries.length > after || !on ? Effect.void : changed.await)).pipe(
        Effect.interruptible,
        Effect.timeoutOption(delivery.controlWaitMs),
        Effect.asVoid
      )
  }
}
