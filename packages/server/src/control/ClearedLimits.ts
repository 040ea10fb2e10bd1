/** A reset forgets the counts of rate limits, and blocked addresses, which each server holds in memory. Our choice: docs/choices.md "Rate limits". */
import { Servers } from "@backlot/ports/Servers"
import { clearLimits, InvalidRequests } from "@backlot/usecases/access/InvalidRequests"
import * as ServerNotes from "@backlot/usecases/event/ServerNotes"
import { Effect } from "effect"

const TOPIC = "blocks"

/** With the blocks of every server that shares the store. */
export const clearLimitsEverywhere = Effect.gen(function* () {
  yield* clearLimits
  if (!(yield* Servers).isAlone) yield* ServerNotes.tell(TOPIC, null)
})

/** Forgets the blocks of this server when another one clears the limits. */
export const followClearing = Effect.gen(function* () {
  const { forgetBlocks } = yield* InvalidRequests
  yield* ServerNotes.hold(
    TOPIC,
    () => {},
    () => forgetBlocks
  )
})
