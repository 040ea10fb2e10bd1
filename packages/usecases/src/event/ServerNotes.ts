/**
 * What each server holds in memory and all that share a store must have alike: changes of it go through the log, and every
 * server makes them in its order. A server that is alone makes them at once. Our choice: docs/choices.md "Several servers".
 */
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import { succeed } from "@backlot/ports/Body"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { hasOthers, Servers } from "@backlot/ports/Servers"
import { Context, Effect, Layer } from "effect"
import { EventLog, NOTED } from "./EventLog.ts"

export type Topic = "blocks" | "clock_followers" | "fault" | "recording"

interface Note {
  readonly topic: Topic
  readonly change: unknown
}

/** Who makes the changes of a topic. */
interface Holder {
  readonly make: (change: unknown) => void
  /** What must have ended before the other servers count the change as made here. */
  readonly rest: (change: unknown) => Effect.Effect<void> | undefined
}

/** The holders of this server. */
export class Topics extends Context.Service<Topics, Map<Topic, Holder>>()("./ServerNotes/Topics.ts") {}

export const layer: Layer.Layer<Topics> = Layer.sync(Topics, () => new Map())

/** The event of a change, for a commit of the caller. */
export const noteOf = (topic: Topic, change: unknown) => ({ type: NOTED, data: { topic, change } }) as const

/** Every server that lives has made the change when this ends. */
export const tell = Effect.fnUntraced(function* (topic: Topic, change: unknown) {
  const { everywhere } = yield* Servers
  const log = yield* EventLog
  const { position } = yield* log.commitAt(() => succeed({ value: undefined, events: [noteOf(topic, change)] }))
  yield* everywhere(position)
  // What the others told of it meanwhile.
  yield* log.publishNew
})

/** Makes the changes of a topic from now on. */
export const hold = <C>(
  topic: Topic,
  make: (change: C) => void,
  rest: (change: C) => Effect.Effect<void> | undefined
) =>
  Effect.map(Topics, (topics) => {
    // `noteOf` writes the changes of a topic.
    topics.set(topic, { make: (change) => make(change as C), rest: (change) => rest(change as C) })
  })

/** Makes a change that the log has; undefined when nothing is left to do. */
export const take = (topics: Topics["Service"], { type, data }: LoggedEvent) => {
  if (type !== NOTED) return undefined
  // `noteOf` writes these events.
  const { topic, change } = data as Note
  const holder = topics.get(topic)
  holder?.make(change)
  return holder === undefined ? undefined : (holder.rest(change) ?? Effect.void)
}

/**
 * Makes the changes up to a position, as far as the log goes: those before this server started. Without another server
 * nobody has them any more.
 */
export const catchUp = Effect.fnUntraced(function* (position: number) {
  if (!(yield* hasOthers(yield* Servers))) return
  const { logLength } = KeptLimits.events
  const topics = yield* Topics
  for (const event of yield* (yield* EventLog).since(position - logLength, logLength))
    if (event.seq <= position) take(topics, event)
})
