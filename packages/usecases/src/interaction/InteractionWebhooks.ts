/**
 * Uses of an interaction's token after the first answer: `@original` and follow-ups. Source: wire-interactions.md §4.6,
 * §4.7.
 */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { InvalidWebhookToken } from "@backlot/domain/error/ServiceError"
import type { Decision } from "@backlot/domain/interaction/InteractionDecision"
import * as Webhook from "@backlot/domain/interaction/InteractionWebhook"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { Ids } from "@backlot/ports/Ids"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { findByToken } from "../access/InteractionToken.ts"
import { commit } from "../event/EventLog.ts"
import * as MessageFiles from "../message/MessageFiles.ts"
import * as Collections from "../store/Collections.ts"
import { existing, inTransaction, transact } from "../store/Transact.ts"
import { accepted, type Call, noteRead, type WebhookAddress } from "./InteractionCalls.ts"
import { answerContext, keep, messageOf } from "./InteractionStore.ts"

/** Judges whether a follow-up is allowed at all, before its body is read (decision 24); `followUp` judges it again. */
export const admit = Effect.fn("InteractionWebhooks.admit")(function* (address: WebhookAddress) {
  return yield* transact(function* (now) {
    return yield* Effect.fromResult(Webhook.admit(yield* hookOf(address), now))
  })
})

/** Judges whether a message may be edited at all, before the body is read; `editMessage` judges it again. */
export const admitMessage = Effect.fn("InteractionWebhooks.admitMessage")(function* (
  address: WebhookAddress,
  messageId: string
) {
  return yield* transact(function* (now) {
    return yield* Effect.fromResult(Webhook.admitMessage(yield* addressed(address, messageId), now))
  })
})

/** GET of the address itself. */
export const webhook = Effect.fn("InteractionWebhooks.webhook")(function* (address: WebhookAddress) {
  const { id, application_id } = yield* admit(address)
  const application = yield* existing(inTransaction(Collections.applications.get(application_id)), InvalidWebhookToken)
  yield* noteRead(id, call("GET"))
  return Webhook.webhookObject(application)
})

/** GET of a message; `@original` is the first answer. */
export const getMessage = Effect.fn("InteractionWebhooks.getMessage")(function* (
  address: WebhookAddress,
  messageId: string
) {
  const { record, found } = yield* admitMessage(address, messageId)
  yield* noteRead(record.id, call("GET", messageId))
  return found.message
})

/** PATCH of a message. */
export const editMessage = Effect.fn("InteractionWebhooks.editMessage")(function* (
  address: WebhookAddress,
  messageId: string,
  body: unknown,
  files: ReadonlyArray<FormFile> = []
) {
  const drawn = yield* draw
  const drawnFiles = yield* MessageFiles.draw(files)
  return yield* commit(function* () {
    const found = yield* addressed(address, messageId)
    const placed = yield* MessageFiles.place(found.record?.channel_id, drawnFiles)
    const given = placed.map(({ sent }) => sent)
    const change = yield* Effect.fromResult(Webhook.judgeEdit(found, body, drawn.now_ms, given))
    return yield* make({ ...call("PATCH", messageId), body, files }, change, drawn, placed)
  })
})

export const deleteMessage = Effect.fn("InteractionWebhooks.deleteMessage")(function* (
  address: WebhookAddress,
  messageId: string
) {
  return yield* commit(function* (now) {
    const decision = yield* Effect.fromResult(Webhook.deleteMessage(yield* addressed(address, messageId), now))
    return yield* store(call("DELETE", messageId), now, decision)
  })
})

/** POST: completes a deferral, or makes a new message. */
export const followUp = Effect.fn("InteractionWebhooks.followUp")(function* (
  address: WebhookAddress,
  body: unknown,
  files: ReadonlyArray<FormFile> = []
) {
  const drawn = yield* draw
  const drawnFiles = yield* MessageFiles.draw(files)
  return yield* commit(function* () {
    const found = yield* addressed(address, "@original")
    const placed = yield* MessageFiles.place(found.record?.channel_id, drawnFiles)
    const given = placed.map(({ sent }) => sent)
    const change = yield* Effect.fromResult(Webhook.judgeFollowUp(found, body, drawn.now_ms, given))
    return yield* make({ ...call("POST"), body, files }, change, drawn, placed)
  })
})

interface Drawn {
  readonly message_id: Snowflake
  readonly now_ms: number
}

const draw = Effect.gen(function* () {
  return { message_id: yield* (yield* Ids).next, now_ms: yield* (yield* ServiceClock).now } satisfies Drawn
})

const call = (method: Call["method"], messageId?: string): Call => ({
  channel: "webhook",
  method,
  ...(messageId === undefined ? {} : { message_id: messageId })
})

const make = Effect.fnUntraced(function* (
  sent: Call,
  change: Webhook.Change,
  drawn: Drawn,
  placed: ReadonlyArray<MessageFiles.PlacedFile>
) {
  const context = yield* answerContext(change.record, Webhook.namedBy(change), drawn).pipe(
    // A token ends with the channel or user of its interaction. Our choice: docs/choices.md "Interactions".
    Effect.catchTag("ContextGone", () => Effect.fail(new InvalidWebhookToken()))
  )
  const decision = Webhook.apply(change, context)
  yield* MessageFiles.keepShown(decision.puts, placed)
  return yield* store(sent, drawn.now_ms, decision)
})

/** A completed deferral has no deadline. */
const store = Effect.fnUntraced(function* <Reply>(sent: Call, now: number, decision: Decision<Reply>) {
  return yield* keep(decision, [accepted(sent, now)])
})

const hookOf = Effect.fnUntraced(function* ({ application_id, token }: WebhookAddress) {
  return { application_id, record: yield* findByToken(token) }
})

/** The interaction and the message of an address, if they exist. */
const addressed = Effect.fnUntraced(function* (address: WebhookAddress, messageId: string) {
  const { application_id, record } = yield* hookOf(address)
  const id = messageId === "@original" || isSnowflake(messageId) ? Webhook.messageId(record, messageId) : undefined
  return { application_id, record, found: record === undefined ? undefined : yield* messageOf(record, id) }
})
