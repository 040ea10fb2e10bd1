/**
 * The event bus of many processes. A process publishes events to its own subscribers at once. Of its own commits it sends
 * only the last position to other processes, which read the log. Source: architecture.md "Storage" (postgres).
 */
import { EventBus, type LoggedEvent, listeners } from "@backlot/ports/EventBus"
import { Notices } from "@backlot/ports/Notices"
import { Context, Effect, Layer, Queue, Schedule } from "effect"
import { Database, live, untilSilent } from "./Database.ts"

export const layer: Layer.Layer<EventBus, never, Database> = Layer.effectContext(
  Effect.gen(function* () {
    const database = yield* Database
    const channel = `backlot_${database.settings.schema}`
    const here = listeners()
    const outbox = yield* Queue.sliding<number>(1)
    yield* Effect.forkScoped(notifyOthers(database, channel, outbox))
    // The last position that this process published, and the last that it told others.
    let [known, told] = [0, 0]

    const publish = (batch: ReadonlyArray<LoggedEvent>) => {
      known = Math.max(known, batch.at(-1)?.seq ?? 0)
      here.publish(batch)
    }

    const tell = (position: number) => {
      if (position > told) Queue.offerUnsafe(outbox, position)
      told = Math.max(told, position)
    }

    const follow = <E, R>(read: Effect.Effect<void, E, R>) =>
      Effect.scoped(
        Effect.gen(function* () {
          const notices = yield* database.listen(channel)
          yield* read
          while (true) {
            const heard = yield* Queue.takeAll(notices)
            if (heard.some(({ payload }) => Number(payload) > known)) yield* read
          }
        })
      ).pipe(
        // A connection that was lost silently would hear nothing any more.
        Effect.raceFirst(untilSilent(database.silence)),
        Effect.tapError((error) =>
          Effect.andThen(
            Effect.sync(database.changes.clear),
            Effect.logWarning(`${database.name}: listening for events failed and begins again`, error)
          )
        ),
        Effect.retry(Schedule.spaced(database.settings.reconnectMs)),
        Effect.orDie
      )

    return Context.make(EventBus, { publish, listen: here.listen }).pipe(Context.add(Notices, { follow, tell }))
  })
)

/** Runs beside the publisher, which never waits. Of several waiting positions, only the last is sent. */
const notifyOthers = (database: Database["Service"], channel: string, outbox: Queue.Dequeue<number>) =>
  Effect.flatMap(Queue.take(outbox), (seq) =>
    Effect.scoped(
      Effect.flatMap(database.open, (session) => session.exchange([["SELECT pg_notify($1, $2)", channel, String(seq)]]))
    ).pipe(
      Effect.retry({ schedule: Schedule.spaced(database.settings.reconnectMs), times: database.settings.attempts }),
      Effect.catch((error) =>
        Effect.logWarning(`${database.name}: other processes will read event ${seq} together with a later one`, error)
      )
    )
  ).pipe(Effect.forever, live)
