/** The keeper's rows and deadlines: each deadline writes that it was completed, and an event. */
import { Transaction } from "@backlot/ports/Storage"
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
    yield* log.commit(
      Effect.gen(function* () {
        yield* remove
        const tx = yield* Transaction
        yield* tx.put(doneKey(number), String(Number((yield* tx.get(doneKey(number))) ?? 0) + 1))
        return { value: undefined, events: [{ type: "message.updated", data: { number } }] }
      })
    )
  })
})
