/** Messages of bots by REST, and of users. Source: wire-interactions.md §4.3, §4.9; `MessageCreateRequest`. */
import { Result, Schema } from "effect"
import * as CodePoints from "../base/CodePoints.ts"
import { message as limits } from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { type EmptyMessage, InvalidForm } from "../error/ServiceError.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import type { StickerItem } from "../guild/StickerWire.ts"
import { WEBHOOK_DISCRIMINATOR } from "../guild/UserWire.ts"
import { type ClientTheme, ClientThemeShape, clientTheme, judgeTheme } from "../message/ClientTheme.ts"
import { forwarding } from "../message/Forward.ts"
import type { AllowedMentions } from "../message/Mention.ts"
import { MessageFlag, type MessageObject, type MessageRecord, MessageType } from "../message/Message.ts"
import { BodyShape, complete, type MessageContent, type MessageEdit, readMessage } from "../message/MessageBody.ts"
import type { SentFile } from "../message/MessageFiles.ts"
import type { PermissionName } from "../permission/Permission.ts"
import { choiceError, countError } from "../validation/Given.ts"
import { at, none, rules } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { described, oneOf, text } from "../validation/ShapeLimits.ts"
import { shownOf } from "../validation/Shown.ts"
import { referenceTo } from "./MessageProvenance.ts"
import { type AnswerContext, type Composing, composed, editedMessage } from "./ResponseMessage.ts"

/** A valid body. */
export interface PlainDraft {
  readonly content: MessageContent
  readonly reply_to: ReplyTo | undefined
  readonly forward: Forwarded | undefined
  readonly nonce: string | number | undefined
  /** If the same author sent a message with the same nonce, returns that message instead of creating another. */
  readonly enforce_nonce: boolean
  readonly sticker_ids: ReadonlyArray<Snowflake>
  readonly theme: ClientTheme | undefined
}

/** The message that this one forwards. */
export interface Forwarded {
  readonly channel_id: Snowflake
  readonly message_id: Snowflake
}

export interface ReplyTo {
  readonly message_id: Snowflake
  /** If false, a reply to a deleted message is sent as a plain message. */
  readonly fail_if_not_exists: boolean
}

/** The input of a plain message besides its draft. */
export interface PlainContext extends Omit<Composing, "type"> {
  readonly guild_id: Snowflake | null
  /** The message that it replies to. */
  readonly replied: MessageRecord | undefined
  /** The message that it forwards, and its guild. */
  readonly forwarded: { readonly record: MessageRecord; readonly guild_id: Snowflake | null } | undefined
  readonly stickers: ReadonlyArray<StickerItem>
}

/** Decodes the body of POST /channels/{channel_id}/messages, or returns all its faults. */
export const decodePlain = (
  input: unknown,
  channelId: Snowflake,
  files: ReadonlyArray<SentFile>
): Result.Result<PlainDraft, InvalidForm | EmptyMessage> => {
  const { edit, faults } = readMessage(input, { files })
  const { value, faults: shape } = decode(input)
  const sticker_ids = (value.sticker_ids ?? []).flatMap((id) => id ?? [])
  const forward = forwardOf(value)
  const theme = value.shared_client_theme == null ? undefined : clientTheme(value.shared_client_theme)
  const isAlone = Result.isFailure(complete(edit, { sticker_items: sticker_ids, shared_client_theme: theme }))
  const all = [
    ...faults,
    ...Shape.withoutEchoes(shape, judgeDraft({ draft: value, channel_id: channelId })),
    ...at(["message_reference"], forward === undefined || isAlone ? undefined : NOT_ALONE)
  ]
  if (all.length > 0) return Result.fail(new InvalidForm({ faults: withoutTwins(all) }))
  const beside = forward === undefined ? sticker_ids : [forward.message_id]
  return Result.map(complete(edit, { sticker_items: beside, shared_client_theme: theme }), (content) => ({
    // Only responses to interactions can be ephemeral.
    content: { ...content, flags: content.flags & ~MessageFlag.EPHEMERAL },
    reply_to: replyOf(value),
    forward,
    nonce: isNonce(value.nonce) ? value.nonce : undefined,
    enforce_nonce: value.enforce_nonce ?? false,
    sticker_ids,
    theme
  }))
}

/** The fault when the replied-to message does not exist and the body requires it. Code and text of the platform. */
export const unknownReplied = () =>
  new InvalidForm({
    faults: [fault(["message_reference"], { code: "REPLIES_UNKNOWN_MESSAGE", message: "Unknown message" })]
  })

/** The permissions that the author needs in the channel besides sending there. */
export const neededFor = ({ embeds, files, tts, poll, flags }: MessageContent): ReadonlyArray<PermissionName> => [
  ...(embeds.length > 0 ? (["EMBED_LINKS"] as const) : []),
  ...(files.added.length > 0 ? (["ATTACH_FILES"] as const) : []),
  ...(tts ? (["SEND_TTS_MESSAGES"] as const) : []),
  ...(poll === null ? [] : (["SEND_POLLS"] as const)),
  ...((flags & MessageFlag.IS_VOICE_MESSAGE) === 0 ? [] : (["SEND_VOICE_MESSAGES"] as const))
]

/** Creates the message of a draft. */
export const plainMessage = ({ content, nonce, theme }: PlainDraft, context: PlainContext): MessageRecord => {
  const { replied, forwarded, channel_id, guild_id, stickers } = context
  const type = replied === undefined ? MessageType.DEFAULT : MessageType.REPLY
  const made = composed(content, { ...context, type })
  const message = {
    ...made,
    mentions: withReplied(made.mentions, replied, content.allowed_mentions),
    ...(stickers.length === 0 ? {} : { sticker_items: stickers }),
    ...(theme === undefined ? {} : { shared_client_theme: theme }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(replied === undefined ? {} : { message_reference: referenceTo({ channel_id, guild_id }, replied.id) }),
    ...(forwarded === undefined ? {} : forwarding(forwarded.record, forwarded.guild_id, made.flags))
  }
  return { id: message.id, channel_id, visible_to: null, message }
}

/** The message after an edit; `replied` is the message it replies to, if that still exists. */
export const editedPlain = (
  before: MessageRecord,
  edit: MessageEdit,
  context: Pick<AnswerContext, "now_ms" | "mentionable">,
  replied: MessageRecord | undefined
): MessageRecord => {
  const edited = editedMessage(before, edit, context)
  const wasMentioned = before.message.mentions.some(({ id }) => id === replied?.message.author.id)
  const { mentions } = edited.message
  const message = {
    ...edited.message,
    // Hiding embeds does not mark a message as edited. Our choice: docs/choices.md "Messages".
    edited_timestamp: (isFlagsAlone(edit) ? before : edited).message.edited_timestamp,
    mentions: wasMentioned ? withReplied(mentions, replied, edit.allowed_mentions ?? null) : mentions
  }
  return { ...edited, message }
}

/** True for an edit that only hides or shows embeds; `allowed_mentions` have no effect without a text. */
export const isFlagsAlone = ({ flags, allowed_mentions: _, ...others }: MessageEdit): boolean =>
  flags !== undefined && Object.keys(others).length === 0

/** Mentions the author of the replied-to message, unless it is a webhook or `allowed_mentions` excludes it. */
const withReplied = (
  mentions: ReadonlyArray<UserObject>,
  replied: MessageRecord | undefined,
  allowed: AllowedMentions | null
): ReadonlyArray<UserObject> => {
  const author = replied === undefined || isOfWebhook(replied.message) ? undefined : replied.message.author
  const isWanted = allowed === null || allowed.replied_user === true
  return author === undefined || !isWanted || mentions.some(({ id }) => id === author.id)
    ? mentions
    : [...mentions, author]
}

/** Webhooks of channels are the authors of their messages; those of interactions send for a bot. */
const isOfWebhook = ({ author }: MessageObject): boolean => author.discriminator === WEBHOOK_DISCRIMINATOR

const nonce = Shape.shownAs(Shape.Any, () => Schema.Union([shownOf(text(0, limits.nonceMax)), Schema.Int]))

const Draft = Schema.Struct({
  message_reference: Shape.field(
    Schema.Struct({
      type: Shape.field(oneOf(Shape.Int, [0, 1])),
      message_id: Shape.needed(Shape.Id),
      channel_id: Shape.field(Shape.Id),
      guild_id: Shape.field(Shape.Id),
      fail_if_not_exists: Shape.field(
        described(Shape.Bool, "If false, a reply to a deleted message is sent as a plain message.")
      )
    }).annotate({
      identifier: "MessageReferenceBody",
      description: "The message that this one replies to, or with `type` 1 forwards."
    })
  ),
  nonce: Shape.field(nonce),
  enforce_nonce: Shape.field(
    described(Shape.Bool, "Returns the message that was sent with this nonce, if there is one.")
  ),
  sticker_ids: Shape.field(Shape.list(Shape.Id, limits.stickers)),
  shared_client_theme: Shape.field(ClientThemeShape)
})

/** A message of a channel that is not a response to an interaction. */
export const PlainShape = Schema.Struct({ ...BodyShape.fields, ...Draft.fields }).annotate({
  identifier: "NewMessageBody"
})

type Draft = typeof Draft.Type

const decode = Shape.decoder(Draft)

interface DraftCase {
  readonly draft: Draft
  readonly channel_id: Snowflake
}

const judgeDraft = rules<DraftCase>({
  "message_reference: the message that this one replies to, in the same channel, or forwards": ({
    draft,
    channel_id
  }) => (draft.message_reference == null ? none : judgeReference(draft.message_reference, channel_id)),
  "nonce: an integer, or text of at most 25 characters": ({ draft: { nonce } }) => {
    if (nonce == null || isNonce(nonce)) return none
    return at(["nonce"], typeof nonce === "string" ? FormError.maxLength(limits.nonceMax) : FormError.notText(nonce))
  },
  "a shared theme has 1 to 5 colors, an angle and a mix": ({ draft: { shared_client_theme: theme } }) =>
    theme == null ? none : judgeTheme(theme),
  "at most 3 stickers": ({ draft: { sticker_ids } }) => at(["sticker_ids"], countError(sticker_ids, limits.stickers))
})

const judgeReference = (to: NonNullable<Draft["message_reference"]>, channelId: Snowflake): ReadonlyArray<Fault> => {
  const isElsewhere = (to.channel_id ?? channelId) !== channelId
  const missing = at(["message_reference", "message_id"], FormError.presence(to.message_id))
  if (to.type === 1) return [...missing, ...at(["message_reference", "channel_id"], FormError.presence(to.channel_id))]
  return [
    ...missing,
    ...at(["message_reference", "type"], choiceError(to.type, [0, 1])),
    ...at(["message_reference", "channel_id"], isElsewhere ? OTHER_CHANNEL : undefined)
  ]
}

const isNonce = (value: unknown): value is string | number =>
  typeof value === "string" ? CodePoints.count(value) <= limits.nonceMax : Number.isSafeInteger(value)

const replyOf = ({ message_reference: to }: Draft): ReplyTo | undefined =>
  to?.message_id == null || to.type === 1
    ? undefined
    : { message_id: to.message_id, fail_if_not_exists: to.fail_if_not_exists ?? true }

const forwardOf = ({ message_reference: to }: Draft): Forwarded | undefined =>
  to?.type === 1 && to.message_id != null && to.channel_id != null
    ? { channel_id: to.channel_id, message_id: to.message_id }
    : undefined

/** Removes the second of two faults that a non-object body gets. */
const withoutTwins = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.filter(({ path }, i) => path.length > 0 || i === 0)

/** Codes and texts are our choice: docs/choices.md "Messages". */
const NOT_ALONE = FormError.of(
  "MESSAGE_FORWARD_NOT_ALONE",
  "A forward says nothing beside the message that it forwards."
)
const OTHER_CHANNEL = FormError.of(
  "REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL",
  "A reply must be in the channel of the message that it replies to."
)
