/**
 * The messages that an interaction's answers make and change. Source: wire-interactions.md §4.6, §4.7, §4.9.
 */
import { CommandType } from "./ApplicationCommand.ts"
import type { UserObject } from "./GuildWire.ts"
import type { InteractionRecord } from "./Interaction.ts"
import { type Mentionable, mentionsOf } from "./Mention.ts"
import {
  type InteractionMetadata,
  MessageFlag,
  type MessageObject,
  type MessageRecord,
  MessageType
} from "./Message.ts"
import type { MessageContent, MessageEdit } from "./MessageBody.ts"
import type { Snowflake } from "./Snowflake.ts"
import { formatTimestamp } from "./Timestamp.ts"
import { botObject } from "./UserWire.ts"
import type { Application } from "./World.ts"

/** What an answer needs besides the interaction: plain snapshots, the time, and an id drawn beforehand. */
export interface Scene {
  readonly now_ms: number
  /** For the message that the answer makes, if it makes one. */
  readonly message_id: Snowflake
  readonly application: Application
  /** The user who used the command. */
  readonly user: UserObject
  readonly mentionable: Mentionable
}

/** `answer` and `loading` are first answers; a loading message shows nothing yet. */
export type MessageKind = "answer" | "loading" | "follow_up"

export const newMessage = (
  record: InteractionRecord,
  kind: MessageKind,
  content: MessageContent,
  scene: Scene
): MessageRecord => {
  const message: MessageObject = {
    id: scene.message_id,
    channel_id: record.channel_id,
    type: typeOf(record, kind),
    content: content.content,
    author: botObject(scene.application),
    timestamp: formatTimestamp(scene.now_ms),
    edited_timestamp: null,
    tts: content.tts,
    ...mentionsOf(content.content, content.allowed_mentions, scene.mentionable),
    attachments: [],
    embeds: content.embeds,
    components: content.components,
    pinned: false,
    flags: content.flags | (kind === "loading" ? MessageFlag.LOADING : 0),
    application_id: record.application_id,
    webhook_id: record.application_id,
    ...provenance(record, kind, scene.user)
  }
  const ephemeral = (message.flags & MessageFlag.EPHEMERAL) !== 0
  return { id: message.id, channel_id: message.channel_id, visible_to: ephemeral ? record.user_id : null, message }
}

/** What a message shows after an edit. */
export const shownAfter = ({ message }: MessageRecord, edit: MessageEdit) => ({
  content: edit.content ?? message.content,
  embeds: edit.embeds ?? message.embeds,
  components: edit.components ?? message.components
})

/** The message after an edit; what the edit does not name stays. EPHEMERAL never changes, LOADING ends. */
export const editedMessage = (before: MessageRecord, edit: MessageEdit, scene: Scene): MessageRecord => {
  const { message } = before
  const loading = (message.flags & MessageFlag.LOADING) !== 0
  const shown = shownAfter(before, edit)
  const renewed = edit.content !== undefined || edit.allowed_mentions !== undefined
  return {
    ...before,
    message: {
      ...message,
      ...shown,
      ...(renewed ? mentionsOf(shown.content, edit.allowed_mentions ?? null, scene.mentionable) : {}),
      flags: editedFlags(message.flags, edit.flags),
      // Ours: completing a loading message is no edit that a reader should be told of.
      edited_timestamp: loading ? null : formatTimestamp(scene.now_ms)
    }
  }
}

/** True for the messages that the interaction's token rules: its first answer and its follow-ups. */
export const belongsTo = (record: InteractionRecord, { message }: MessageRecord): boolean =>
  message.interaction_metadata?.id === record.id

const editedFlags = (before: number, asked: number | undefined): number => {
  const kept = before & ~MessageFlag.LOADING
  if (asked === undefined) return kept
  return (kept & ~MessageFlag.SUPPRESS_EMBEDS) | (asked & MessageFlag.SUPPRESS_EMBEDS)
}

/** Ours for follow-ups (unverified, §4.9): they reply to the first answer. */
const typeOf = (record: InteractionRecord, kind: MessageKind): MessageType => {
  if (kind === "follow_up") return record.original_message_id === null ? MessageType.DEFAULT : MessageType.REPLY
  return record.command.type === CommandType.CHAT_INPUT
    ? MessageType.CHAT_INPUT_COMMAND
    : MessageType.CONTEXT_MENU_COMMAND
}

const provenance = (record: InteractionRecord, kind: MessageKind, user: UserObject) => {
  const original = kind === "follow_up" ? record.original_message_id : null
  const { id, type, command } = record
  const metadata: InteractionMetadata = {
    id,
    type,
    user,
    authorizing_integration_owners: record.authorizing_integration_owners,
    name: command.name,
    command_type: command.type,
    ...(original === null ? {} : { original_response_message_id: original })
  }
  return {
    ...(kind === "follow_up" ? {} : { interaction: { id, type, name: command.name, user } }),
    interaction_metadata: metadata,
    ...(original === null ? {} : { message_reference: referenceTo(record, original) })
  }
}

const referenceTo = ({ channel_id, guild_id }: InteractionRecord, message_id: Snowflake) => ({
  type: 0 as const,
  channel_id,
  message_id,
  ...(guild_id === null ? {} : { guild_id })
})
