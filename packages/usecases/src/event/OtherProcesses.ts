/**
 * Keeps this process in step with others that share its store: their events are published here, and what it holds in memory
 * follows them. Source: architecture.md "Storage" (postgres).
 */
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { Notices } from "@backlot/ports/Notices"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Schedule } from "effect"
import { Deadlines } from "../store/Deadlines.ts"
import { EventLog } from "./EventLog.ts"
import * as Time from "./Time.ts"

/** Until the scope closes. Nothing to do in a process that is alone with its store. */
export const followOthers = Effect.gen(function* () {
  if ((yield* Storage).revision !== undefined) return
  const log = yield* EventLog
  const { follow } = yield* Notices
  yield* log.follow({
    handle: ({ type }: LoggedEvent) => (SETS_CLOCK.has(type) ? takeOverClock : undefined),
    lost: () => takeOverClock
  })
  yield* Effect.forkScoped(follow(log.publishNew))
})

const SETS_CLOCK: ReadonlySet<string> = new Set(["clock.changed", "world.replaced"])

/** Another process may have set the clock, and may have deadlines for this one. */
const takeOverClock = Effect.andThen(
  Time.restore.pipe(Effect.retry(Schedule.spaced("1 second")), Effect.orDie),
  Effect.flatMap(Deadlines, ({ wake }) => wake)
)
