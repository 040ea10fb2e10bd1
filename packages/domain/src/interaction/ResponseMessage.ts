/** Creates and edits the messages of an interaction's responses. Source: wire-interactions.md §4.6, §4.7, §4.9. */
import { formatTimestamp } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { unfurled } from "../component/ComponentMedia.ts"
import { type ComponentObject, wordsOf } from "../component/ComponentObject.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { botObject } from "../guild/UserWire.ts"
import { withEmbedded } from "../message/DisplayedMessage.ts"
import { linkEmbeds, sentEmbeds } from "../message/LinkEmbeds.ts"
import { type Mentionable, mentionsOf, namedUsers } from "../message/Mention.ts"
import {
  type AttachmentObject,
  MessageFlag,
  type MessageObject,
  type MessageRecord,
  type MessageType
} from "../message/Message.ts"
import type { MessageContent, MessageEdit } from "../message/MessageBody.ts"
import { filesAfter, linked } from "../message/MessageFiles.ts"
import { type PollContent, type PollObject, pollObject } from "../message/Poll.ts"
import type { Application } from "../record/World.ts"
import { forcedReason } from "./ForcedEphemeral.ts"
import type { InteractionRecord } from "./Interaction.ts"
import { type MessageKind, provenanceOf, typeOf } from "./MessageProvenance.ts"

/** The input of a response besides the interaction: plain snapshots, the time, and an id drawn beforehand. */
export interface AnswerContext {
  readonly now_ms: number
  /** The id of the message, if the response creates one. */
  readonly message_id: Snowflake
  readonly application: Application
  /** The invoking user. */
  readonly user: UserObject
  /** The target of a USER command. */
  readonly target?: UserObject | undefined
  /** The target of a MESSAGE command, for its first response. */
  readonly target_message?: MessageRecord | undefined
  readonly mentionable: Mentionable
  /** Of the message in a thread. */
  readonly position?: number | undefined
}

export const newMessage = (
  record: InteractionRecord,
  kind: MessageKind,
  content: MessageContent,
  context: AnswerContext
): MessageRecord => {
  const { embeds, flags, files } = content
  const forced = forcedReason(record, { embeds, flags, attachments: files.added })
  const shown = flags | (forced === undefined ? 0 : MessageFlag.EPHEMERAL)
  const ephemeral = (shown & MessageFlag.EPHEMERAL) !== 0
  const message: MessageObject = {
    ...composed(
      { ...content, flags: shown | (kind === "loading" ? MessageFlag.LOADING : 0) },
      { ...context, channel_id: record.channel_id, type: typeOf(record, kind), author: botObject(context.application) }
    ),
    application_id: record.application_id,
    webhook_id: record.application_id,
    ...provenanceOf(record, kind, context, forced)
  }
  return { id: message.id, channel_id: message.channel_id, visible_to: ephemeral ? record.user_id : null, message }
}

/** The input of any new message besides its content. */
export interface Composing extends Pick<AnswerContext, "now_ms" | "message_id" | "mentionable" | "position"> {
  readonly channel_id: Snowflake
  readonly type: MessageType
  readonly author: UserObject
}

/** Creates a message, for any author and any kind of response. */
export const composed = (content: MessageContent, context: Composing): MessageObject => {
  const { embeds, flags, files } = content
  return {
    id: context.message_id,
    channel_id: context.channel_id,
    type: context.type,
    content: content.content,
    author: context.author,
    timestamp: formatTimestamp(context.now_ms),
    edited_timestamp: null,
    tts: content.tts,
    ...mentionsOf(wordsOf(content.content, content.components), content.allowed_mentions, context.mentionable),
    attachments: shownTo(files.added, (flags & MessageFlag.EPHEMERAL) !== 0),
    embeds: linked(embeds, files.added),
    components: unfurled(content.components, context.message_id, files.added),
    ...(content.poll === null ? {} : { poll: pollObject(content.poll, context.now_ms) }),
    pinned: false,
    flags,
    ...(context.position === undefined ? {} : { position: context.position })
  }
}

/** The content of a message after an edit, by the edit's field names. */
export const shownAfter = (before: MessageRecord, edit: MessageEdit) => {
  const { message } = before
  const { kept } = edit.files ?? {}
  const files = edit.files === undefined ? message.attachments : filesAfter(message.attachments, edit.files)
  // Another text has other links.
  const made = (edit.content ?? message.content) === message.content ? linkEmbeds(before) : []
  const embeds = [...(edit.embeds ?? sentEmbeds(before)), ...made]
  return {
    content: edit.content ?? message.content,
    embeds,
    link_embeds: made.length,
    components: edit.components ?? message.components,
    poll: edit.poll === undefined ? message.poll : edit.poll,
    sticker_items: message.sticker_items ?? [],
    shared_client_theme: message.shared_client_theme,
    attachments: withEmbedded(
      message,
      linked(embeds, [...message.attachments, ...files]),
      files,
      ({ id }) => Array.isArray(kept) && kept.some((one) => one.id === id)
    )
  }
}

/** The message after an edit. Fields that the edit leaves out stay. EPHEMERAL never changes; LOADING is removed. */
export const editedMessage = (
  before: MessageRecord,
  edit: MessageEdit,
  context: Pick<AnswerContext, "now_ms" | "mentionable">
): MessageRecord => {
  const { message, link_embeds: _, ...record } = before
  const { poll, ...stays } = message
  const loading = (message.flags & MessageFlag.LOADING) !== 0
  const { content, embeds, link_embeds, components, attachments } = shownAfter(before, edit)
  return {
    ...record,
    ...(link_embeds === 0 ? {} : { link_embeds }),
    message: {
      ...stays,
      content,
      attachments: shownTo(attachments, before.visible_to !== null),
      embeds: linked(embeds, attachments),
      components: edit.components === undefined ? components : unfurled(components, message.id, attachments),
      ...pollAfter(poll, edit.poll, context.now_ms),
      ...(renews(before, edit)
        ? mentionsOf(wordsOf(content, components), edit.allowed_mentions ?? null, context.mentionable)
        : {}),
      flags: editedFlags(message.flags, edit.flags),
      // Completing a loading message does not mark it as edited. Our choice: docs/choices.md "Messages".
      edited_timestamp: loading ? null : formatTimestamp(context.now_ms)
    }
  }
}

export const namedByContent = ({ content, components, allowed_mentions }: MessageContent): ReadonlyArray<Snowflake> =>
  namedUsers(wordsOf(content, components), allowed_mentions)

export const namedByEdit = (before: MessageRecord, edit: MessageEdit): ReadonlyArray<Snowflake> => {
  if (!renews(before, edit)) return []
  const { content, components } = shownAfter(before, edit)
  return namedUsers(wordsOf(content, components), edit.allowed_mentions ?? null)
}

/** Whether an edit recomputes the mentions. An edit of components does, if there is or was text among them. */
const renews = ({ message }: MessageRecord, { content, components, allowed_mentions }: MessageEdit): boolean => {
  if (content !== undefined || allowed_mentions !== undefined) return true
  return components !== undefined && [...components, ...message.components].some(speaks)
}

const speaks = (component: ComponentObject): boolean => wordsOf("", [component]).trim() !== ""

/** True for the messages that the interaction's token controls: its first response and its follow-ups. */
export const belongsTo = (record: InteractionRecord, { id, message }: MessageRecord): boolean =>
  message.interaction_metadata?.id === record.id || id === record.original_message_id

/** Null removes the poll. Our choice: docs/choices.md "Messages". */
const pollAfter = (before: PollObject | undefined, edit: PollContent | null | undefined, nowMs: number) => {
  const poll = edit == null ? before : pollObject(edit, nowMs)
  return edit === null || poll === undefined ? {} : { poll }
}

/** Applies SUPPRESS_EMBEDS from the edit and allows IS_COMPONENTS_V2 to be added (§4.7). */
const editedFlags = (before: number, asked: number | undefined): number => {
  const kept = before & ~MessageFlag.LOADING
  if (asked === undefined) return kept
  return (kept & ~MessageFlag.SUPPRESS_EMBEDS) | (asked & (MessageFlag.SUPPRESS_EMBEDS | MessageFlag.IS_COMPONENTS_V2))
}

const shownTo = (files: ReadonlyArray<AttachmentObject>, ephemeral: boolean): ReadonlyArray<AttachmentObject> =>
  ephemeral ? files.map((file) => ({ ...file, ephemeral: true as const })) : files
