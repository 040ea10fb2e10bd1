/**
 * Requests that the interaction's token allows after an acknowledgement, for 15 minutes. Changes are judged, then applied
 * with the users whom they mention. Source: wire-interactions.md §2.4, §4.6, §4.7, §5.6.
 */
import { Result } from "effect"
import * as Limits from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import {
  EmptyMessage,
  FollowUpLimit,
  type InvalidForm,
  InvalidWebhookToken,
  UnknownMessage,
  UnknownWebhook
} from "../error/ServiceError.ts"
import { displayed, type ReplyObject, withReferenced } from "../message/DisplayedMessage.ts"
import type { MessageObject, MessageRecord } from "../message/Message.ts"
import { decodeEdit, decodeMessage, isEmpty, type MessageContent, type MessageEdit } from "../message/MessageBody.ts"
import type { SentFile } from "../message/MessageFiles.ts"
import { CallbackType, InteractionType } from "../record/InteractionKind.ts"
import type { Application } from "../record/World.ts"
import { forcedLine } from "./ForcedEphemeral.ts"
import { type InteractionRecord, tokenEndsAt } from "./Interaction.ts"
import { type Decision, interactionEvent, line, messageEvent, unchanged } from "./InteractionDecision.ts"
import * as ResponseMessage from "./ResponseMessage.ts"

/** A webhook URL: the application id of the path, and the interaction that its token belongs to, if any. */
export interface Hook {
  readonly application_id: Snowflake
  readonly record: InteractionRecord | undefined
}

/** A webhook URL with a message id. */
export interface Addressed extends Hook {
  /** The stored message of `messageId`. */
  readonly found: MessageRecord | undefined
}

export type TokenRefusal = InvalidWebhookToken | UnknownWebhook
export type MessageRefusal = TokenRefusal | UnknownMessage

/** A valid change of the messages that an interaction's token controls; `apply` makes it. */
export type Change = { readonly record: InteractionRecord } & (
  | { readonly kind: "edit"; readonly found: MessageRecord; readonly edit: MessageEdit }
  /** `original` is the message that the new one replies to, if it still exists. */
  | { readonly kind: "post"; readonly content: MessageContent; readonly original: MessageRecord | undefined }
)

/** Resolves a path's message id: `@original` is the first response. Undefined if there is none yet. */
export const messageId = (record: InteractionRecord | undefined, id: string): Snowflake | undefined =>
  id === "@original" ? (record?.original_message_id ?? undefined) : id

/**
 * The interaction behind a webhook URL. §4.8 is inconsistent: a token that is expired or matches no interaction of the
 * application is invalid (50027); an interaction without a response has no webhook yet (10015), and autocomplete
 * choices do not count as a response. Our choice: docs/choices.md "Interactions".
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

/** GET of the webhook itself: a webhook of type 3. */
export const webhookObject = ({ id, name }: Application) => ({
  application_id: id,
  avatar: null,
  channel_id: null,
  guild_id: null,
  id,
  name,
  type: 3
})

/** The interaction and the message of a webhook URL with a message id. */
export const admitMessage = (
  address: Addressed,
  nowMs: number
): Result.Result<{ readonly record: InteractionRecord; readonly found: MessageRecord }, MessageRefusal> =>
  Result.flatMap(admit(address, nowMs), (record) => {
    const { found } = address
    return found !== undefined && ResponseMessage.belongsTo(record, found)
      ? Result.succeed({ record, found })
      : Result.fail(new UnknownMessage())
  })

export const getMessage = (address: Addressed, nowMs: number): Result.Result<MessageObject, MessageRefusal> =>
  Result.map(admitMessage(address, nowMs), ({ found }) => found.message)

/** PATCH of a message; the first one of a loading message completes the deferral. */
export const judgeEdit = (
  address: Addressed,
  body: unknown,
  nowMs: number,
  files: ReadonlyArray<SentFile> = []
): Result.Result<Change, MessageRefusal | InvalidForm | EmptyMessage> =>
  Result.flatMap(admitMessage(address, nowMs), ({ record, found }) =>
    Result.flatMap(decodeEdit(body, { before: found.message, files }), (edit) => editOf(record, found, edit))
  )

/** DELETE of a message; the loading one completes the deferral. Our choice: docs/choices.md "Interactions". */
export const deleteMessage = (address: Addressed, nowMs: number): Result.Result<Decision<null>, MessageRefusal> =>
  Result.map(admitMessage(address, nowMs), ({ record, found }) => {
    const after = completed(record, found)
    const deleted = line(nowMs, "message_deleted", { message_id: found.id })
    return {
      ...unchanged(after, [deleted, ...completion(record, after, nowMs)]),
      deletes: [found],
      events: [messageEvent("message.deleted", found, record), ...responded(record, after)]
    }
  })

/** POST: creates a message, or after a deferral (type 5) edits the loading one (`found`), ephemeral as before. */
export const judgeFollowUp = (
  address: Addressed,
  body: unknown,
  nowMs: number,
  files: ReadonlyArray<SentFile> = []
): Result.Result<Change, TokenRefusal | FollowUpLimit | InvalidForm | EmptyMessage> =>
  Result.flatMap(admit(address, nowMs), (record) =>
    Result.flatMap(decodeMessage(body, { files }), (content): Result.Result<Change, FollowUpLimit | EmptyMessage> => {
      const { found } = address
      const loading = isLoading(record) && found?.id === record.original_message_id ? found : undefined
      if (loading !== undefined) return editOf(record, loading, content)
      // §4.7, §5.6: at most five if the application is not installed in the guild.
      const spent = !record.installed_here && record.follow_ups >= Limits.interaction.followUpsOutsideGuild
      return spent
        ? Result.fail(new FollowUpLimit())
        : Result.succeed({ kind: "post", record, content, original: found })
    })
  )

/** The users whom a change may mention, to look up for the context. */
export const namedBy = (change: Change): ReadonlyArray<Snowflake> =>
  change.kind === "post"
    ? ResponseMessage.namedByContent(change.content)
    : ResponseMessage.namedByEdit(change.found, change.edit)

export const apply = (change: Change, context: ResponseMessage.AnswerContext): Decision<ReplyObject> => {
  const { record: before } = change
  const posts = change.kind === "post"
  const message = posts
    ? ResponseMessage.newMessage(before, "follow_up", change.content, context)
    : ResponseMessage.editedMessage(change.found, change.edit, context)
  const record = posts ? { ...ended(before), follow_ups: before.follow_ups + 1 } : completed(before, change.found)
  return {
    record,
    puts: [message],
    deletes: [],
    events: [
      messageEvent(posts ? "message.created" : "message.updated", message, record),
      ...responded(before, record)
    ],
    trace: [
      line(context.now_ms, posts ? "follow_up" : "message_edited", { message_id: message.id }),
      ...(posts ? forcedLine(context.now_ms, message.message) : []),
      ...completion(before, record, context.now_ms)
    ],
    reply: posts ? withReferenced(message.message, change.original?.message) : displayed(message.message)
  }
}

const editOf = (
  record: InteractionRecord,
  found: MessageRecord,
  edit: MessageEdit
): Result.Result<Change, EmptyMessage> =>
  isEmpty(ResponseMessage.shownAfter(found, edit))
    ? Result.fail(new EmptyMessage())
    : Result.succeed({ kind: "edit", record, found, edit })

/** True while a loading message has no content yet. */
const isLoading = ({ state, callback_type }: InteractionRecord): boolean =>
  state === "deferred" && callback_type === CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE

/** The interaction after a change of its message `found`: only a change of the first response completes a deferral. */
const completed = (record: InteractionRecord, found: MessageRecord): InteractionRecord =>
  found.id === record.original_message_id ? ended(record) : record

/** A change of the message or a new one completes a deferred update. Our choice: docs/choices.md "Interactions". */
const ended = (record: InteractionRecord): InteractionRecord =>
  record.state === "deferred" ? { ...record, state: "responded" } : record

const responded = (before: InteractionRecord, after: InteractionRecord) =>
  before.state === after.state ? [] : [interactionEvent("interaction.responded", after)]

const completion = (before: InteractionRecord, after: InteractionRecord, nowMs: number) =>
  before.state === after.state ? [] : [line(nowMs, after.state, { before: before.state })]
