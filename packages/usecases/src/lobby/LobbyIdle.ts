/**
 * The idle time of a lobby runs on the service clock while no member is connected, from its creation or the last
 * disconnect. At its end the lobby is deleted. Source: decision 41; wire-rest.md §6.3.
 */

import { isSnowflake } from "@backlot/domain/base/Snowflake"
import * as Event from "@backlot/domain/lobby/LobbyEvent"
import { isOver } from "@backlot/domain/lobby/LobbyState"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { commit, type EventLog } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { Deadlines, type Handler } from "../store/Deadlines.ts"
import * as LobbyStore from "./LobbyStore.ts"

/**
 * Runs after the commit of a lobby that may be idle, which scheduled its deadline. A deadline that is over now, after a
 * change of the idle time-out, completes before the change answers; else the next request might or might not find the
 * lobby.
 */
export const wakeFor = Effect.fnUntraced(function* ({ idle_due_ms }: Pick<LobbyRecord, "idle_due_ms">) {
  if (idle_due_ms === null) return
  const deadlines = yield* Deadlines
  const now = yield* (yield* ServiceClock).now
  yield* idle_due_ms <= now ? deadlines.runDue : deadlines.wakeBefore(idle_due_ms)
})

/** Ignores a lobby that is gone, or whose idle time has moved on. */
const handler: Handler<EventLog | ServiceClock> = Effect.fnUntraced(function* (payload, due_ms, remove) {
  yield* commit(function* () {
    yield* remove
    const record = isSnowflake(payload) ? yield* Collections.lobbies.get(payload) : undefined
    if (record === undefined || !isOver(record, due_ms)) return { value: undefined, events: [] }
    return { value: undefined, events: [Event.deleted(record, "idle", yield* LobbyStore.remove(record))] }
  })
})

/** For the layer of `Deadlines`. */
export const handlers = { [LobbyStore.IDLE_KIND]: handler }
