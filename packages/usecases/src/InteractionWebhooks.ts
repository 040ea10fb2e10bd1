/**
 * What an application does with an interaction's token after its first answer: `@original`, follow-ups.
 * Source: wire-interactions.md §4.6, §4.7.
 */
import type { Decision } from "@backlot/domain/InteractionDecision"
import * as Webhook from "@backlot/domain/InteractionWebhook"
import { InvalidWebhookToken, UnknownApplication, UnknownMessage } from "@backlot/domain/ServiceError"
import { isSnowflake, type Snowflake } from "@backlot/domain/Snowflake"
import { Ids } from "@backlot/ports/Ids"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { EventLog } from "./EventLog.ts"
import { reschedule } from "./InteractionDeadline.ts"
import { keep, messageOf, sceneOf } from "./InteractionStore.ts"

/** A webhook address as sent: the application's id stands for the webhook's. */
export interface Address {
  readonly application_id: string
  readonly token: string
}

/** GET of the address itself. */
export const webhook = Effect.fnUntraced(function* (address: Address) {
  const now = yield* (yield* ServiceClock).now
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      yield* Effect.fromResult(Webhook.admit(yield* hookOf(address), now))
      const application = yield* Collections.applications.get(Collection.id(address.application_id))
      return application === undefined ? yield* new UnknownApplication() : Webhook.webhookObject(application)
    })
  )
})

/** GET of a message; `@original` is the first answer. */
export const getMessage = Effect.fnUntraced(function* (address: Address, messageId: string) {
  const now = yield* (yield* ServiceClock).now
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      return yield* Effect.fromResult(Webhook.getMessage(yield* addressed(address, messageId), now))
    })
  )
})

export const editMessage = Effect.fnUntraced(function* (address: Address, messageId: string, body: unknown) {
  const drawn = yield* draw
  const log = yield* EventLog
  return yield* log.commit(
    Effect.gen(function* () {
      const found = yield* addressed(address, messageId)
      const scene = yield* sceneOf(found.record, body, drawn)
      return yield* store(yield* Effect.fromResult(Webhook.editMessage(found, body, scene)))
    })
  )
})

export const deleteMessage = Effect.fnUntraced(function* (address: Address, messageId: string) {
  const now = yield* (yield* ServiceClock).now
  const log = yield* EventLog
  return yield* log.commit(
    Effect.gen(function* () {
      const found = yield* addressed(address, messageId)
      return yield* store(yield* Effect.fromResult(Webhook.deleteMessage(found, now)))
    })
  )
})

/** POST: completes a deferral, else a new message. */
export const followUp = Effect.fnUntraced(function* (address: Address, body: unknown) {
  const drawn = yield* draw
  const log = yield* EventLog
  return yield* log.commit(
    Effect.gen(function* () {
      const found = yield* addressed(address, "@original")
      const scene = yield* sceneOf(found.record, body, drawn)
      return yield* store(yield* Effect.fromResult(Webhook.followUp(found, body, scene)))
    })
  )
})

/** A completed deferral has no deadline any more. */
const store = <Reply>(decision: Decision<Reply>) => Effect.andThen(reschedule(decision.record), keep(decision))

const draw = Effect.gen(function* () {
  return { message_id: yield* (yield* Ids).next, now_ms: yield* (yield* ServiceClock).now }
})

const hookOf = Effect.fnUntraced(function* ({ application_id, token }: Address) {
  const [record] = yield* Collections.interactions.by("token", Collection.text(token))
  return { application_id, record }
})

/** The interaction and the message behind an address. Without an interaction there is nothing to load for. */
const addressed = Effect.fnUntraced(function* (address: Address, messageId: string) {
  const { application_id, record } = yield* hookOf(address)
  if (record === undefined) return yield* new InvalidWebhookToken()
  if (messageId !== "@original" && !isSnowflake(messageId)) return yield* new UnknownMessage()
  const id: Snowflake | undefined = Webhook.messageId(record, messageId)
  return { application_id, record, found: yield* messageOf(record, id) }
})
