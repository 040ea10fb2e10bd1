/**
 * Keeps this process in step with others that share its store: their events are published here, and what it holds in memory
 * follows them. Source: architecture.md "Storage" (postgres).
 */
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { Notices } from "@backlot/ports/Notices"
import { Servers } from "@backlot/ports/Servers"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Latch, Schedule } from "effect"
import { Deadlines } from "../store/Deadlines.ts"
import { EventLog } from "./EventLog.ts"
import * as ServerNotes from "./ServerNotes.ts"
import * as Time from "./Time.ts"

/** Until the scope closes. Nothing to do in a process that is alone with its store. */
export const followOthers = Effect.gen(function* () {
  if ((yield* Storage).revision !== undefined) return
  const log = yield* EventLog
  const { follow } = yield* Notices
  const { reached, left } = yield* Servers
  const topics = yield* ServerNotes.Topics
  const start = log.position()
  const isCaughtUp = yield* Latch.make()
  const take = (event: LoggedEvent) => {
    const rest = SETS_CLOCK.has(event.type) ? takeOverClock : ServerNotes.take(topics, event)
    return rest === undefined ? undefined : Effect.andThen(rest, reached(event.seq))
  }
  // After the last event was taken.
  yield* Effect.addFinalizer(() => left)
  // One after the other, so that a position that was reached says it of all before.
  yield* log.follow({
    handle: (event: LoggedEvent) =>
      isCaughtUp.isOpen()
        ? take(event)
        : Effect.andThen(
            isCaughtUp.await,
            Effect.suspend(() => take(event) ?? Effect.void)
          ),
    lost: () => takeOverClock
  })
  yield* ServerNotes.catchUp(start)
  yield* isCaughtUp.open
  yield* reached(start)
  yield* Effect.forkScoped(follow(log.publishNew))
})

const SETS_CLOCK: ReadonlySet<string> = new Set(["clock.changed", "world.replaced"])

/** Another process may have set the clock, and may have deadlines for this one. */
const takeOverClock = Effect.andThen(
  Time.restore.pipe(Effect.retry(Schedule.spaced("1 second")), Effect.orDie),
  Effect.flatMap(Deadlines, ({ wake }) => wake)
)
