/** Uses of a token after the first answer: `@original` and follow-ups. Source: wire-interactions.md §4.6, §4.7. */

import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { InvalidWebhookToken } from "@backlot/domain/error/ServiceError"
import * as Webhook from "@backlot/domain/interaction/InteractionWebhook"
import type { SentFile } from "@backlot/domain/message/MessageFiles"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import * as Body from "@backlot/ports/Body"
import { Effect, type Result } from "effect"
import { findByToken } from "../access/InteractionToken.ts"
import { commit } from "../event/EventLog.ts"
import * as MessageFiles from "../message/MessageFiles.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, transact } from "../store/Transact.ts"
import { accepted, type Call, noteRead, type WebhookAddress } from "./InteractionCalls.ts"
import { answerContext, keep, messageOf, namingIn } from "./InteractionStore.ts"

/** Judges whether a follow-up is allowed at all, before its body is read (decision 24); `followUp` judges it again. */
export const admit = operation("InteractionWebhooks.admit", (address: WebhookAddress) =>
  transact(function* (now) {
    return yield* Webhook.admit(yield* hookOf(address), now)
  })
)

/** Judges whether a message may be edited at all, before the body is read; `editMessage` judges it again. */
export const admitMessage = operation(
  "InteractionWebhooks.admitMessage",
  (address: WebhookAddress, messageId: string) =>
    transact(function* (now) {
      return yield* Webhook.admitMessage(yield* addressed(address, messageId), now)
    })
)

/** GET of the address itself. */
export const webhook = operation(
  "InteractionWebhooks.webhook",
  Effect.fnUntraced(function* (address: WebhookAddress) {
    const { id, application_id } = yield* admit(address)
    const application = yield* inTransaction(() =>
      existing(Collections.applications.get(application_id), InvalidWebhookToken)
    )
    yield* noteRead(id, call("GET"))
    return Webhook.webhookObject(application)
  })
)

/** GET of a message; `@original` is the first answer. */
export const getMessage = operation(
  "InteractionWebhooks.getMessage",
  Effect.fnUntraced(function* (address: WebhookAddress, messageId: string) {
    const { record, found } = yield* admitMessage(address, messageId)
    yield* noteRead(record.id, call("GET", messageId))
    return found.message
  })
)

/** PATCH of a message. */
export const editMessage = operation(
  "InteractionWebhooks.editMessage",
  (address: WebhookAddress, messageId: string, body: unknown, files: ReadonlyArray<FormFile> = []) =>
    change(address, messageId, { ...call("PATCH", messageId), body, files }, Webhook.judgeEdit)
)

export const deleteMessage = operation(
  "InteractionWebhooks.deleteMessage",
  (address: WebhookAddress, messageId: string) =>
    commit(function* (now) {
      const decision = yield* Webhook.deleteMessage(yield* addressed(address, messageId), now)
      return yield* keep(decision, [accepted(call("DELETE", messageId), now)])
    })
)

/** POST: completes a deferral, or makes a new message. */
export const followUp = operation(
  "InteractionWebhooks.followUp",
  (address: WebhookAddress, body: unknown, files: ReadonlyArray<FormFile> = []) =>
    change(address, "@original", { ...call("POST"), body, files }, Webhook.judgeFollowUp)
)

const call = (method: Call["method"], messageId?: string): Call => ({
  channel: "webhook",
  method,
  ...(messageId === undefined ? {} : { message_id: messageId })
})

type Judge<E> = (
  found: Webhook.Addressed,
  ...given: [body: unknown, nowMs: number, files: ReadonlyArray<SentFile>]
) => Result.Result<Webhook.Change, E>

const change = Effect.fnUntraced(function* <E>(
  address: WebhookAddress,
  messageId: string,
  sent: Call,
  judge: Judge<E>
) {
  const drawn = yield* MessageFiles.drawMessage(sent.files ?? [])
  return yield* commit(function* () {
    const found = yield* addressed(address, messageId)
    const placed = yield* MessageFiles.place(found.record?.channel_id, drawn.files)
    const given = placed.map((file) => file.sent)
    const judged = yield* judge(found, sent.body, drawn.now_ms, given)
    // A token ends with the channel or user of its interaction. Our choice: docs/choices.md "Interactions".
    const context = yield* Body.mapFailure(
      answerContext(judged.record, Webhook.namedBy(judged), drawn),
      () => new InvalidWebhookToken()
    )
    const decision = Webhook.apply(judged, context)
    yield* MessageFiles.keepShown(decision.puts, placed)
    const told = yield* namingIn(judged.record, sent.body)
    return yield* keep(decision, [accepted(sent, drawn.now_ms)], told)
  })
})

/** A completed deferral has no deadline. */
const hookOf = function* ({ application_id, token }: WebhookAddress) {
  return { application_id, record: yield* findByToken(token) }
}

/** The interaction and the message of an address, if they exist. */
const addressed = function* (address: WebhookAddress, messageId: string) {
  const { application_id, record } = yield* hookOf(address)
  const id = messageId === "@original" || isSnowflake(messageId) ? Webhook.messageId(record, messageId) : undefined
  return { application_id, record, found: record === undefined ? undefined : yield* messageOf(record, id) }
}
