/**
 * Keeps this process in step with others that share its store: their events are published here, and what it holds in memory
 * follows them. Source: architecture.md "Storage" (postgres).
 */
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { Notices } from "@backlot/ports/Notices"
import { Servers } from "@backlot/ports/Servers"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Schedule } from "effect"
import { Deadlines } from "../store/Deadlines.ts"
import { EventLog, NOTED } from "./EventLog.ts"
import * as Time from "./Time.ts"

/** Until the scope closes. Nothing to do in a process that is alone with its store. */
export const followOthers = Effect.gen(function* () {
  if ((yield* Storage).revision !== undefined) return
  const log = yield* EventLog
  const { follow } = yield* Notices
  const { reached } = yield* Servers
  // Followers that hold something were there before this one, and take each event before it.
  yield* log.follow({
    handle: ({ type, seq }: LoggedEvent) => {
      if (SETS_CLOCK.has(type)) return Effect.andThen(takeOverClock, reached(seq))
      return type === NOTED ? reached(seq) : undefined
    },
    lost: () => takeOverClock
  })
  yield* reached(log.position())
  yield* Effect.forkScoped(follow(log.publishNew))
})

const SETS_CLOCK: ReadonlySet<string> = new Set(["clock.changed", "world.replaced"])

/** Another process may have set the clock, and may have deadlines for this one. */
const takeOverClock = Effect.andThen(
  Time.restore.pipe(Effect.retry(Schedule.spaced("1 second")), Effect.orDie),
  Effect.flatMap(Deadlines, ({ wake }) => wake)
)
