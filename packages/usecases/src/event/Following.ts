/**
 * Follows the log: each event once and in order. Mostly in the turn of its publication, because the bus gives the value;
 * who is busy or missed some reads the log. Source: architecture.md "One request in a straight line" step 8.
 */
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import type { EventBus, LoggedEvent } from "@backlot/ports/EventBus"
import type { StorageError } from "@backlot/ports/Storage"
import { Effect, Fiber, MutableList, Schedule, type Scope } from "effect"

export interface Follower<R> {
  /** Takes the next event, at once or in the returned effect. The one after it waits for that. */
  readonly handle: (event: LoggedEvent) => Effect.Effect<void, never, R> | undefined
  /** Comes before `handle` when events before this one are no longer in the log. */
  readonly lost: (event: LoggedEvent, cause: unknown) => Effect.Effect<void, never, R>
}

export type Follow = <R>(follower: Follower<R>) => Effect.Effect<void, never, R | Scope.Scope>

interface Log {
  readonly bus: EventBus["Service"]
  readonly since: (seq: number, limit: number) => Effect.Effect<ReadonlyArray<LoggedEvent>, StorageError>
  /** The last published position. */
  readonly position: () => number
}

/** Every event that is published from now on, until the scope closes. */
export const makeFollow =
  ({ bus, since, position }: Log): Follow =>
  <R>({ handle, lost }: Follower<R>) =>
    Effect.gen(function* () {
      const run = Effect.runForkWith(yield* Effect.context<R>())
      const waiting = MutableList.make<LoggedEvent>()
      let last = position()
      let isBusy = false
      let running: Fiber.Fiber<void> | undefined

      /** Undefined when it is done. */
      const take = (event: LoggedEvent): Effect.Effect<void, never, R> | undefined => {
        if (event.seq <= last) return undefined
        if (event.seq > last + 1) return fill(event)
        last = event.seq
        try {
          return handle(event)
        } catch (defect) {
          return Effect.die(defect)
        }
      }

      const lose = (next: LoggedEvent, cause: unknown) => {
        last = next.seq - 1
        return lost(next, cause)
      }

      const fill = Effect.fnUntraced(function* (event: LoggedEvent) {
        const missed = yield* since(last, Math.min(event.seq - last, KeptLimits.events.logLength)).pipe(
          Effect.retry(PATIENCE),
          Effect.catch((error) => Effect.as(lose(event, error), [event]))
        )
        for (const each of missed) {
          // The log can have dropped large events between others.
          if (each.seq > last + 1) yield* lose(each, GONE)
          last = each.seq
          yield* handle(each) ?? Effect.void
        }
        if (event.seq === last) return
        yield* lose(event, GONE)
        last = event.seq
        yield* handle(event) ?? Effect.void
      })

      const next = () => {
        isBusy = true
        for (let event = MutableList.take(waiting); event !== MutableList.Empty; event = MutableList.take(waiting)) {
          const rest = take(event)
          if (rest === undefined) continue
          running = run(Effect.catchCause(rest, (cause) => Effect.logError("An event was not followed", cause)))
          if (running.pollUnsafe() !== undefined) continue
          running.addObserver(next)
          return
        }
        isBusy = false
      }

      yield* Effect.addFinalizer(() => {
        MutableList.clear(waiting)
        return running === undefined ? Effect.void : Fiber.interrupt(running)
      })
      yield* bus.listen((events) => {
        for (const event of events) MutableList.append(waiting, event)
        // The log has what is dropped here.
        if (waiting.length > BUFFER) MutableList.takeNVoid(waiting, waiting.length - BUFFER)
        if (!isBusy) next()
      })
    })

const BUFFER = KeptLimits.events.streamBuffer

const GONE = "It is no longer in the log"

/** About ten seconds in all. */
const PATIENCE = { schedule: Schedule.exponential("20 millis"), times: 9 }
