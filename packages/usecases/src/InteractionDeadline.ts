/**
 * The deadlines of an interaction: 3 s for the first answer, 15 min for a deferred one. One row per interaction, moved
 * as its state moves. Source: wire-interactions.md §2.4.
 */
import type { InteractionRecord } from "@backlot/domain/Interaction"
import { expire, nextDeadline } from "@backlot/domain/InteractionState"
import { isSnowflake } from "@backlot/domain/Snowflake"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { cancel, type Handler, schedule } from "./Deadlines.ts"
import { EventLog } from "./EventLog.ts"
import { keep } from "./InteractionStore.ts"

export const KIND = "interaction"

const nameOf = (record: InteractionRecord) => `interaction/${record.id}`

/** Makes the row fit the record. Inside a transaction; call `Deadlines.wake` after its commit. */
export const reschedule = (record: InteractionRecord) => {
  const due_ms = nextDeadline(record)
  return due_ms === null
    ? cancel(nameOf(record))
    : schedule({ name: nameOf(record), kind: KIND, due_ms, payload: record.id })
}

/** Ends an interaction whose time is over; one that moved on meanwhile stays as it is. */
export const handler: Handler<EventLog | ServiceClock> = Effect.fnUntraced(function* (payload, due_ms, remove) {
  const log = yield* EventLog
  const now = Math.max(due_ms, yield* (yield* ServiceClock).now)
  yield* log.commit(
    Effect.gen(function* () {
      yield* remove
      const id = isSnowflake(payload) ? payload : "0"
      const record = yield* Collections.interactions.get(Collection.id(id))
      if (record === undefined) return { value: undefined, events: [] }
      const decision = expire(record, now)
      yield* reschedule(decision.record)
      return yield* keep(decision)
    })
  )
})
