/**
 * Gives committed events to listeners. The log in storage is the record; the bus carries only what was appended to it.
 * Source: architecture.md "Storage".
 */
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import { Context, Effect, Queue, type Scope, Stream } from "effect"

export interface LoggedEvent {
  /** Position in the log, increasing by one. */
  readonly seq: number
  /** e.g. `command.created`. */
  readonly type: string
  /** Milliseconds of the service clock. */
  readonly at: number
  readonly data: unknown
}

/** Must neither throw nor keep the array. */
export type Listener = (events: ReadonlyArray<LoggedEvent>) => void

export class EventBus extends Context.Service<
  EventBus,
  {
    /** Every listener has the events when this returns, unless a listener publishes them itself: then soon after. */
    readonly publish: (events: ReadonlyArray<LoggedEvent>) => void
    /** Calls back for each publication, in the turn of it, until the scope closes. */
    readonly listen: (listener: Listener) => Effect.Effect<void, never, Scope.Scope>
  }
>()("./EventBus.ts") {}

/** The listeners of one process. Each gets all publications in the same order. */
export const listeners = (): EventBus["Service"] => {
  const all = new Set<Listener>()
  const waiting: Array<ReadonlyArray<LoggedEvent>> = []
  let isTelling = false
  return {
    publish: (events) => {
      waiting.push(events)
      if (isTelling) return
      isTelling = true
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) for (const tell of all) tell(next)
      } finally {
        isTelling = false
      }
    },
    listen: (listener) =>
      Effect.acquireRelease(
        Effect.sync(() => void all.add(listener)),
        () => Effect.sync(() => all.delete(listener))
      )
  }
}

/** Everything from now on as a stream. A reader that lags by more than the buffer loses the oldest events. */
export const subscribe = Effect.fnUntraced(function* ({ listen }: EventBus["Service"]) {
  const events = yield* Queue.sliding<LoggedEvent>(KeptLimits.events.streamBuffer)
  yield* listen((news) => void Queue.offerAllUnsafe(events, news))
  return Stream.fromQueue(events)
})
