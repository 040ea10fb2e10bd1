/**
 * The event bus of many processes. A process publishes events to its own subscribers at once. Of a commit the others hear the
 * position of its last event, and read the log. Source: architecture.md "Storage" (postgres).
 */
import { EventBus, type LoggedEvent, listeners } from "@backlot/ports/EventBus"
import { Notices } from "@backlot/ports/Notices"
import { Context, Effect, Layer, Queue, Schedule } from "effect"
import { Database, live, untilSilent } from "./Database.ts"
import { channelOf } from "./Session.ts"

export const layer: Layer.Layer<EventBus, never, Database> = Layer.effectContext(
  Effect.gen(function* () {
    const database = yield* Database
    const here = listeners()
    // The last position that this process published.
    let known = 0

    const publish = (batch: ReadonlyArray<LoggedEvent>) => {
      known = Math.max(known, batch.at(-1)?.seq ?? 0)
      here.publish(batch)
    }

    const follow = <E, R>(read: Effect.Effect<void, E, R>) =>
      Effect.scoped(
        Effect.gen(function* () {
          const notices = yield* database.listen(channelOf(database.settings.schema))
          yield* read
          let readMs = performance.now()
          while (true) {
            const heard = yield* Queue.takeAll(notices)
            const isBehind = () => heard.some(({ payload }) => Number(payload) > known)
            if (!isBehind()) continue
            yield* live(Effect.sleep(Math.max(0, readMs + PACE_MS - performance.now())))
            // A commit of this process may have published them meanwhile.
            if (!isBehind()) continue
            yield* read
            readMs = performance.now()
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

    return Context.make(EventBus, { publish, listen: here.listen }).pipe(Context.add(Notices, { follow }))
  })
)

/** Under load, what several commits appended is read at once. */
const PACE_MS = 20
