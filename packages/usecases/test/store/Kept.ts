/** The keeper's rows and deadlines: each deadline writes that it was completed, and an event. */
import { store } from "@backlot/ports/Body"
import { Effect } from "effect"
import { EventLog } from "../../src/event/EventLog.ts"
import { layer } from "../../src/store/Deadlines.ts"

export const KIND = "kept"
export const LAST = "kept_last"
export const PREFIX = "kept/"
export const keyOf = (number: number) => `${PREFIX}${String(number).padStart(12, "0")}`

/** How often the deadline of a number was completed. */
export const doneKey = (number: number) => `kept_done/${number}`

export const layerKept = layer({
  [KIND]: Effect.fnUntraced(function* (payload, _, remove) {
    const log = yield* EventLog
    const number = Number(payload)
    yield* log.commit(function* () {
      yield* remove
      yield* store.put(doneKey(number), String(Number((yield* store.get(doneKey(number))) ?? 0) + 1))
      return { value: undefined, events: [{ type: "message.updated", data: { number } }] }
    })
  })
})
