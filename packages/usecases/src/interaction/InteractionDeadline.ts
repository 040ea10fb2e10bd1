/**
 * The deadlines of an interaction: 3 s for the first answer, 15 min for a deferred one. One row per interaction, which
 * moves with its state. Source: wire-interactions.md §2.4.
 */

import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { expire } from "@backlot/domain/interaction/InteractionState"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { commit, type EventLog } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import type { Handler } from "../store/Deadlines.ts"
import { DEADLINE_KIND, keep } from "./InteractionStore.ts"

/** Ends an interaction whose time is over, unless its state has moved on. */
const handler: Handler<EventLog | ServiceClock> = Effect.fnUntraced(function* (payload, due_ms, remove) {
  const now = Math.max(due_ms, yield* (yield* ServiceClock).now)
  yield* commit(function* () {
    yield* remove
    const id = isSnowflake(payload) ? payload : "0"
    const record = yield* Collections.interactions.get(id)
    if (record === undefined) return { value: undefined, events: [] }
    return yield* keep(expire(record, now))
  })
})

/** For the layer of `Deadlines`. */
export const handlers = { [DEADLINE_KIND]: handler }
