/**
 * What each server holds in memory and all that share a store must have alike: changes of it go through the log, and every
 * server makes them in its order. A server that is alone makes them at once. Our choice: docs/choices.md "Several servers".
 */
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import { succeed } from "@backlot/ports/Body"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { Servers } from "@backlot/ports/Servers"
import { Effect } from "effect"
import { EventLog, NOTED } from "./EventLog.ts"

type Topic = "fault" | "recording"

interface Note {
  readonly topic: Topic
  readonly change: unknown
}

/** The event of a change, for a commit of the caller. */
export const noteOf = (topic: Topic, change: unknown) => ({ type: NOTED, data: { topic, change } }) as const

/** Every server that lives has made the change when this ends. */
export const tell = Effect.fnUntraced(function* (topic: Topic, change: unknown) {
  const { everywhere } = yield* Servers
  const log = yield* EventLog
  yield* log.commit(() => succeed({ value: undefined, events: [noteOf(topic, change)] }))
  yield* everywhere(log.position())
})

/** Makes the changes of a topic, those before this server started too, as far as the log goes. Until the scope closes. */
export const follow = Effect.fnUntraced(function* <C>(topic: Topic, make: (change: C) => void) {
  const log = yield* EventLog
  const take = ({ type, data }: LoggedEvent): undefined => {
    if (type !== NOTED) return
    // `noteOf` writes these events, with the changes of the topic.
    const note = data as Note
    if (note.topic === topic) make(note.change as C)
  }
  const start = log.position()
  yield* log.follow({ handle: take, lost: () => Effect.void })
  const { logLength } = KeptLimits.events
  for (const event of yield* log.since(start - logLength, logLength)) if (event.seq <= start) take(event)
})
