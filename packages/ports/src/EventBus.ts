/**
 * Sends committed events to subscribers. The log in storage is the record; the bus carries only what was appended to it.
 * Source: architecture.md "Storage".
 */
import { Context, type Effect, type Scope, type Stream } from "effect"

export interface LoggedEvent {
  /** Position in the log, increasing by one. */
  readonly seq: number
  /** e.g. `command.created`. */
  readonly type: string
  /** Milliseconds of the service clock. */
  readonly at: number
  readonly data: unknown
}

export class EventBus extends Context.Service<
  EventBus,
  {
    readonly publish: (events: ReadonlyArray<LoggedEvent>) => Effect.Effect<void>
    /** Subscribed once this effect returns; a subscriber that lags by more than the buffer loses the oldest. */
    readonly subscribe: Effect.Effect<Stream.Stream<LoggedEvent>, never, Scope.Scope>
  }
>()("./EventBus.ts") {}
