/** The recording of the servers: acts of users, in memory. Source: product.md "Scenario files" (recording). */
import { randomUUID } from "node:crypto"
import { delivery, recording as limits } from "@backlot/domain/base/Limits"
import { addressOf, Servers } from "@backlot/ports/Servers"
import type { StorageError } from "@backlot/ports/Storage"
import type { RecordedEntry, RecordingState } from "@backlot/protocol/control/ControlRecording"
import type { EventLog } from "@backlot/usecases/event/EventLog"
import * as ServerNotes from "@backlot/usecases/event/ServerNotes"
import { Context, Effect, Latch, Schedule } from "effect"

export type Noted = Omit<RecordedEntry, "number">

/**
 * What happens to a recording. `begin`: an act, whose place in the order is fixed then; `slot` names it. `fill` without an
 * entry records nothing, for an act that was interrupted. `open`: an interaction was made that is not settled.
 */
export type RecordingChange =
  | { readonly do: "start" }
  | { readonly do: "stop" }
  | { readonly do: "begin"; readonly slot: string }
  | { readonly do: "fill"; readonly slot: string; readonly entry?: Noted | undefined }
  | { readonly do: "open"; readonly interaction_id: string; readonly user_id: string }
  | { readonly do: "settle"; readonly interaction_id: string; readonly entry?: Noted | undefined }

export class Recording extends Context.Service<Recording, Recorder>()("@backlot/server/Recording") {}

export type Recorder = Effect.Success<typeof open>

/** Servers that share a store have the same recording. */
export const open = Effect.gen(function* () {
  const { isAlone, self, living } = yield* Servers
  const recorder = make()
  const context = yield* Effect.context<EventLog>()
  /** Acts of this server that are under way. */
  const acts = new Set<string>()
  const changeAll = (change: RecordingChange): Effect.Effect<void, StorageError> =>
    isAlone
      ? Effect.sync(() => recorder.change(change))
      : Effect.provideContext(ServerNotes.tell("recording", change), context)
  /** The same for an act, which does not fail because it can not be recorded. */
  const note = (change: RecordingChange) => Effect.ignore(changeAll(change), { log: "Warn" })

  /** What has a place and will not be filled, because its server has ended or could not say so, would hide all that follows. */
  const fillForgotten = Effect.flatMap(living, (addresses) => {
    const isForgotten = (slot: string) => {
      const server = serverOf(slot)
      return server === self ? !acts.has(slot) : !addresses.has(addressOf(server))
    }
    return Effect.forEach(recorder.unfilled().filter(isForgotten), (slot) => changeAll({ do: "fill", slot }), {
      discard: true
    })
  })
  if (!isAlone) {
    yield* ServerNotes.hold("recording", recorder.change, () => undefined)
    yield* Effect.forkScoped(Effect.repeat(Effect.ignore(fillForgotten, { log: "Warn" }), Schedule.spaced("1 second")))
  }

  return {
    ...recorder,
    changeAll,
    note,
    /** Runs an act, which the slot names while it is under way. */
    during: <A, E, R>(act: (slot: string) => Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        const slot = `${self} ${randomUUID()}`
        acts.add(slot)
        return Effect.ensuring(
          act(slot),
          Effect.sync(() => acts.delete(slot))
        )
      })
  }
})

const serverOf = (slot: string): string => slot.split(" ", 1).join()

interface Held {
  readonly slot: string
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

  const begin = (slot: string) => {
    if (!on || full) return
    // Acts in progress keep their places. Nothing may follow an act that does not fit.
    full = entries.length + held.length >= limits.entries
    if (!full) held.push({ slot, done: false, entry: undefined })
  }

  /** An act of a forgotten recording is dropped. */
  const fill = (slot: string, entry: Noted | undefined) => {
    const place = held.find((one) => one.slot === slot)
    if (place === undefined || place.done) return
    place.done = true
    place.entry = entry === undefined ? undefined : { number: 0, ...entry }
    settle()
  }

  /** Forgets an earlier recording: a client that died blocks no other. Our choice: docs/choices.md "Recording". */
  const start = () => {
    on = true
    full = false
    bytes = 0
    held = []
    entries = []
    open.clear()
    notify()
  }

  const note = (id: string, userId: string) => {
    open.set(id, userId)
    const [oldest] = open.keys()
    if (open.size > limits.open && oldest !== undefined) open.delete(oldest)
  }

  const change = (change: RecordingChange): void => {
    if (change.do === "start") start()
    else if (change.do === "stop") {
      on = false
      notify()
    } else if (change.do === "begin") begin(change.slot)
    else if (change.do === "fill") fill(change.slot, change.entry)
    else if (change.do === "open") note(change.interaction_id, change.user_id)
    // Several may see at the same time that it has settled.
    else if (open.delete(change.interaction_id) && change.entry !== undefined) {
      begin(change.interaction_id)
      fill(change.interaction_id, change.entry)
    }
  }

  return {
    isOn: () => on,
    change,
    /** Whether the act has a place: no recording was on, or it was full, if not. */
    has: (slot: string) => held.some((one) => one.slot === slot),
    /** Acts with a place that is not filled yet. */
    unfilled: () => held.flatMap(({ slot, done }) => (done ? [] : [slot])),
    /** Recorded interactions that are not settled yet, with their users; a `settled` entry follows for each. */
    open: open as ReadonlyMap<string, string>,
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
