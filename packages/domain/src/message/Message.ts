/**
 * Messages as stored and shown. Source: wire-interactions.md §4.3 (flags), §4.9 (fields).
 */

import type { Snowflake } from "../base/Snowflake.ts"
import type { ComponentObject } from "../component/ComponentObject.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import type { CommandType } from "../record/ApplicationCommand.ts"
import type { IntegrationOwners, InteractionType } from "../record/InteractionKind.ts"
import type { EmbedObject } from "./Embed.ts"
import type { PollObject } from "./Poll.ts"

export const MessageType = { DEFAULT: 0, REPLY: 19, CHAT_INPUT_COMMAND: 20, CONTEXT_MENU_COMMAND: 23 } as const
export type MessageType = (typeof MessageType)[keyof typeof MessageType]

export const MessageFlag = {
  SUPPRESS_EMBEDS: 1 << 2,
  HAS_THREAD: 1 << 5,
  EPHEMERAL: 1 << 6,
  LOADING: 1 << 7,
  SUPPRESS_NOTIFICATIONS: 1 << 12,
  IS_VOICE_MESSAGE: 1 << 13,
  IS_COMPONENTS_V2: 1 << 15
} as const

/** The deprecated `interaction` field; `name` includes group and subcommand. */
export interface MessageInteraction {
  readonly id: Snowflake
  readonly type: InteractionType
  readonly name: string
  readonly user: UserObject
}

/** Fields of some kinds only are absent from the others. */
export interface InteractionMetadata {
  readonly id: Snowflake
  readonly type: InteractionType
  readonly user: UserObject
  readonly authorizing_integration_owners: IntegrationOwners
  /** Commands: includes group and subcommand. */
  readonly name?: string
  readonly command_type?: CommandType
  /** USER commands. */
  readonly target_user?: UserObject
  /** MESSAGE commands. */
  readonly target_message_id?: Snowflake
  /** Components. */
  readonly interacted_message_id?: Snowflake
  /** Modals: the interaction that opened it. */
  readonly triggering_interaction_metadata?: InteractionMetadata
  /** Follow-ups only. */
  readonly original_response_message_id?: Snowflake
  /** Why the message is ephemeral although it did not say so; see Ephemerality. */
  readonly ephemerality_reason?: number
}

/** A file of a message. */
export interface AttachmentObject {
  readonly id: Snowflake
  readonly filename: string
  /** Bytes. */
  readonly size: number
  readonly url: string
  readonly proxy_url: string
  readonly content_type?: string
  readonly title?: string
  readonly description?: string
  /** Pixels, of images. */
  readonly width?: number
  readonly height?: number
  /** True in ephemeral messages. */
  readonly ephemeral?: true
  /** Voice messages. */
  readonly duration_secs?: number
  readonly waveform?: string
}

/** The application of a launched Activity. */
export interface MessageApplication {
  readonly id: Snowflake
  readonly name: string
  readonly icon: string | null
  readonly description: string
  readonly type: number | null
  readonly bot: UserObject
}

export interface MessageReference {
  readonly type: 0
  readonly channel_id: Snowflake
  readonly message_id: Snowflake
  readonly guild_id?: Snowflake
}

/** A message; `guild_id` and `member` belong to MESSAGE_CREATE only. */
export interface MessageObject {
  readonly id: Snowflake
  readonly channel_id: Snowflake
  readonly type: MessageType
  readonly content: string
  readonly author: UserObject
  readonly timestamp: string
  readonly edited_timestamp: string | null
  readonly tts: boolean
  readonly mention_everyone: boolean
  readonly mentions: ReadonlyArray<UserObject>
  readonly mention_roles: ReadonlyArray<Snowflake>
  readonly attachments: ReadonlyArray<AttachmentObject>
  readonly embeds: ReadonlyArray<EmbedObject>
  readonly components: ReadonlyArray<ComponentObject>
  readonly poll?: PollObject
  readonly pinned: boolean
  readonly flags: number
  /** Answers to interactions only: both are the application's id. */
  readonly application_id?: Snowflake
  readonly webhook_id?: Snowflake
  /** First answers to commands only. */
  readonly interaction?: MessageInteraction
  /** Answers to interactions only. */
  readonly interaction_metadata?: InteractionMetadata
  /** Follow-ups, and answers to components and MESSAGE commands. */
  readonly message_reference?: MessageReference
  /** Launches of an Activity by the service only; see ActivityLaunch. */
  readonly application?: MessageApplication
  readonly activity_instance?: { readonly id: string }
  /** Messages that were sent with one: as it came. */
  readonly nonce?: string | number
}

export interface MessageRecord {
  readonly id: Snowflake
  readonly channel_id: Snowflake
  /** The one user who sees an ephemeral message; null when everyone in the channel does. */
  readonly visible_to: Snowflake | null
  /** As answered, but for reactions. */
  readonly message: MessageObject
  /** When it was pinned, where that is known: ISO 8601. */
  readonly pinned_at?: string
  /** In the order of the first of each; see Reaction. */
  readonly reactions?: ReadonlyArray<StoredReaction>
  /** What only the members of a lobby read of it; see LobbyMessage. */
  readonly lobby?: LobbyPart
}

/** A message that was sent in a lobby, or one of its linked channel that its application judged. */
export interface LobbyPart {
  readonly id: Snowflake
  /** As sent. */
  readonly metadata?: Readonly<Record<string, string>>
  /** What the application says of it. */
  readonly moderation_metadata?: Readonly<Record<string, string>>
  /** Of the member, when they sent it. */
  readonly additional_name?: string
}

/** An emoji that users reacted with: `id` of a custom one, the character as the name of another. */
export interface ReactionEmoji {
  readonly id: Snowflake | null
  readonly name: string
}

export interface StoredReaction {
  readonly emoji: ReactionEmoji
  /** In the order they came; never empty. */
  readonly user_ids: ReadonlyArray<Snowflake>
}

/** The message as this user sees it; undefined when it is ephemeral and meant for someone else. */
export const viewFor = (userId: Snowflake, record: MessageRecord): MessageObject | undefined =>
  record.visible_to === null || record.visible_to === userId ? record.message : undefined
