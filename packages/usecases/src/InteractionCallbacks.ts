/** The callback endpoint: an application's first answer by its own request. Source: wire-interactions.md §4.1. */
import { acceptCallback } from "@backlot/domain/InteractionState"
import { UnknownInteraction } from "@backlot/domain/ServiceError"
import { isSnowflake } from "@backlot/domain/Snowflake"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { EventLog } from "./EventLog.ts"
import { reschedule } from "./InteractionDeadline.ts"
import { keep, sceneOf } from "./InteractionStore.ts"

/** Id and token as sent. */
export interface CallbackAddress {
  readonly interaction_id: string
  readonly token: string
}

/** Takes the answer; the reply is what `with_response=true` shows. */
export const respond = Effect.fnUntraced(function* (address: CallbackAddress, body: unknown) {
  const drawn = { message_id: yield* (yield* Ids).next, now_ms: yield* (yield* ServiceClock).now }
  const log = yield* EventLog
  return yield* log.commit(
    Effect.gen(function* () {
      const record = yield* find(address)
      const scene = yield* sceneOf(record, body, drawn)
      const decision = yield* Effect.fromResult(acceptCallback(record, body, scene))
      yield* reschedule(decision.record)
      return yield* keep(decision)
    })
  )
})

const find = Effect.fnUntraced(function* ({ interaction_id, token }: CallbackAddress) {
  if (!isSnowflake(interaction_id)) return yield* new UnknownInteraction()
  const record = yield* Collections.interactions.get(Collection.id(interaction_id))
  const { equal } = yield* Secrets
  return record !== undefined && equal(record.token, token) ? record : yield* new UnknownInteraction()
})
