/**
 * What the interaction's token allows after an acknowledgement: the first answer and follow-ups, for 15 minutes.
 * Source: wire-interactions.md §2.4, §4.6, §4.7, §5.6.
 */
import { Result } from "effect"
import { type InteractionRecord, InteractionType, tokenEndsAt } from "./Interaction.ts"
import { type Decision, interactionEvent, line, messageEvent, unchanged } from "./InteractionDecision.ts"
import * as Limits from "./Limits.ts"
import type { MessageObject, MessageRecord } from "./Message.ts"
import { decodeEdit, decodeMessage, isEmpty, type MessageContent, type MessageEdit } from "./MessageBody.ts"
import { belongsTo, editedMessage, newMessage, type Scene } from "./ResponseMessage.ts"
import {
  EmptyMessage,
  FollowUpLimit,
  type InvalidForm,
  InvalidWebhookToken,
  UnknownMessage,
  UnknownWebhook
} from "./ServiceError.ts"
import type { Snowflake } from "./Snowflake.ts"
import type { Application } from "./World.ts"

/** A webhook address: the application id of the path, and the interaction whose token it names, if any. */
export interface Hook {
  readonly application_id: Snowflake
  readonly record: InteractionRecord | undefined
}

/** A message of a webhook address. */
export interface Addressed extends Hook {
  /** The stored message of `messageId`. */
  readonly found: MessageRecord | undefined
}

export type TokenRefusal = InvalidWebhookToken | UnknownWebhook
export type MessageRefusal = TokenRefusal | UnknownMessage

/** The id that a path's message id means: `@original` is the first answer. Undefined while there is none. */
export const messageId = (record: InteractionRecord | undefined, id: string): Snowflake | undefined =>
  id === "@original" ? (record?.original_message_id ?? undefined) : id

/**
 * The interaction behind a webhook address. Ours where §4.8 is inconsistent: a token that fits no interaction of the
 * application, or an old one, is invalid (50027); one that nothing was answered to has no webhook yet (10015), and
 * choices are no answer that could be followed up.
 */
export const admit = (
  { application_id, record }: Hook,
  nowMs: number
): Result.Result<InteractionRecord, TokenRefusal> => {
  if (record === undefined || record.application_id !== application_id || nowMs >= tokenEndsAt(record)) {
    return Result.fail(new InvalidWebhookToken())
  }
  const open = record.callback_type !== null && record.type !== InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
  return open ? Result.succeed(record) : Result.fail(new UnknownWebhook())
}

/** GET of the address itself: a webhook of type 3. */
export const webhookObject = ({ id, name }: Application) => ({
  application_id: id,
  avatar: null,
  channel_id: null,
  guild_id: null,
  id,
  name,
  type: 3
})

/** GET of a message. */
export const getMessage = (address: Addressed, nowMs: number): Result.Result<MessageObject, MessageRefusal> =>
  Result.map(locate(address, nowMs), ({ found }) => found.message)

/** PATCH of a message; the first one of a loading message completes the deferral. */
export const editMessage = (
  address: Addressed,
  body: unknown,
  scene: Scene
): Result.Result<Decision<MessageObject>, MessageRefusal | InvalidForm | EmptyMessage> =>
  Result.flatMap(locate(address, scene.now_ms), ({ record, found }) =>
    Result.flatMap(decodeEdit(body), (edit) => change(record, found, edit, scene))
  )

/** DELETE of a message. Ours: deleting the loading message completes the deferral, with nothing to show. */
export const deleteMessage = (address: Addressed, nowMs: number): Result.Result<Decision<null>, MessageRefusal> =>
  Result.map(locate(address, nowMs), ({ record, found }) => {
    const after = completed(record, found)
    return {
      ...unchanged(after, [line(nowMs, "message_deleted", { message_id: found.id })]),
      deletes: [found],
      events: [messageEvent("message.deleted", found, record), ...responded(record, after)]
    }
  })

/**
 * POST of a message. The first one after a deferral edits the loading message, given as `found`, and keeps its
 * ephemeral state whatever flags it carries; every other one is a new message.
 */
export const followUp = (
  address: Addressed,
  body: unknown,
  scene: Scene
): Result.Result<Decision<MessageObject>, TokenRefusal | FollowUpLimit | InvalidForm | EmptyMessage> =>
  Result.flatMap(admit(address, scene.now_ms), (record) =>
    Result.flatMap(
      decodeMessage(body),
      (content): Result.Result<Decision<MessageObject>, FollowUpLimit | EmptyMessage> => {
        const { found } = address
        const loading = record.state === "deferred" && found?.id === record.original_message_id ? found : undefined
        return loading === undefined ? post(record, content, scene) : change(record, loading, content, scene)
      }
    )
  )

const locate = (address: Addressed, nowMs: number) =>
  Result.flatMap(admit(address, nowMs), (record) => {
    const { found } = address
    return found !== undefined && belongsTo(record, found)
      ? Result.succeed({ record, found })
      : Result.fail(new UnknownMessage())
  })

const post = (
  before: InteractionRecord,
  content: MessageContent,
  scene: Scene
): Result.Result<Decision<MessageObject>, FollowUpLimit> => {
  // §5.6: five, when the application acts for the user alone.
  const foreign = before.authorizing_integration_owners["0"] === undefined
  if (foreign && before.follow_ups >= Limits.interaction.followUpsOutsideGuild) return Result.fail(new FollowUpLimit())
  const message = newMessage(before, "follow_up", content, scene)
  const record = { ...before, follow_ups: before.follow_ups + 1 }
  return Result.succeed({
    record,
    puts: [message],
    deletes: [],
    events: [messageEvent("message.created", message, record)],
    trace: [line(scene.now_ms, "follow_up", { message_id: message.id })],
    reply: message.message
  })
}

const change = (
  before: InteractionRecord,
  found: MessageRecord,
  edit: MessageEdit,
  scene: Scene
): Result.Result<Decision<MessageObject>, EmptyMessage> => {
  const message = editedMessage(found, edit, scene)
  if (isEmpty(message.message)) return Result.fail(new EmptyMessage())
  const record = completed(before, found)
  return Result.succeed({
    record,
    puts: [message],
    deletes: [],
    events: [messageEvent("message.updated", message, record), ...responded(before, record)],
    trace: [line(scene.now_ms, "message_edited", { message_id: message.id })],
    reply: message.message
  })
}

/** The interaction after its message `found` was changed: a deferral waits for its loading message only. */
const completed = (record: InteractionRecord, found: MessageRecord): InteractionRecord =>
  record.state === "deferred" && found.id === record.original_message_id ? { ...record, state: "responded" } : record

const responded = (before: InteractionRecord, after: InteractionRecord) =>
  before.state === after.state ? [] : [interactionEvent("interaction.responded", after)]
