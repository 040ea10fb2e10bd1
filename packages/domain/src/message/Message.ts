/** Messages as stored and shown. Source: wire-interactions.md §4.3 (flags), §4.9 (fields, `message_reference`). */
import type { Snowflake } from "../base/Snowflake.ts"
import type { ComponentObject } from "../component/ComponentObject.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import type { StickerItem } from "../guild/StickerWire.ts"
import type { CommandType } from "../record/ApplicationCommand.ts"
import type { IntegrationOwners, InteractionType } from "../record/InteractionKind.ts"
import type { ClientTheme } from "./ClientTheme.ts"
import type { EmbedObject } from "./Embed.ts"
import type { PollObject } from "./Poll.ts"

export const MessageType = {
  DEFAULT: 0,
  RECIPIENT_ADD: 1,
  RECIPIENT_REMOVE: 2,
  CHANNEL_NAME_CHANGE: 4,
  CHANNEL_PINNED_MESSAGE: 6,
  THREAD_CREATED: 18,
  REPLY: 19,
  CHAT_INPUT_COMMAND: 20,
  THREAD_STARTER_MESSAGE: 21,
  CONTEXT_MENU_COMMAND: 23,
  AUTO_MODERATION_ACTION: 24,
  POLL_RESULT: 46,
  USER_JOIN: 7,
  GUILD_BOOST: 8,
  GUILD_BOOST_TIER_1: 9,
  GUILD_BOOST_TIER_2: 10,
  GUILD_BOOST_TIER_3: 11
} as const
export type MessageType = (typeof MessageType)[keyof typeof MessageType]

export const MessageFlag = {
  CROSSPOSTED: 1 << 0,
  IS_CROSSPOST: 1 << 1,
  SUPPRESS_EMBEDS: 1 << 2,
  HAS_THREAD: 1 << 5,
  EPHEMERAL: 1 << 6,
  LOADING: 1 << 7,
  SUPPRESS_NOTIFICATIONS: 1 << 12,
  IS_VOICE_MESSAGE: 1 << 13,
  HAS_SNAPSHOT: 1 << 14,
  IS_COMPONENTS_V2: 1 << 15
} as const

/** The deprecated `interaction` field; `name` includes group and subcommand. */
export interface MessageInteraction {
  readonly id: Snowflake
  readonly type: InteractionType
  readonly name: string
  readonly user: UserObject
}

/** Fields that apply to some kinds only are absent for other kinds. */
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
  /** The reason why the message was forced to be ephemeral; see Ephemerality. */
  readonly ephemerality_reason?: number
}

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
  /** Pixels, images only. */
  readonly width?: number
  readonly height?: number
  /** True in ephemeral messages. */
  readonly ephemeral?: true
  /** Voice messages. */
  readonly duration_secs?: number
  readonly waveform?: string
  /** See AttachmentFlag. */
  readonly flags?: number
}

export const AttachmentFlag = { IS_REMIX: 1 << 2, IS_SPOILER: 1 << 3 } as const

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
  /** 1: a forward. */
  readonly type: 0 | 1
  readonly channel_id: Snowflake
  /** Absent where it leads to a channel alone. */
  readonly message_id?: Snowflake
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
  readonly shared_client_theme?: ClientTheme
  readonly sticker_items?: ReadonlyArray<StickerItem>
  readonly pinned: boolean
  readonly flags: number
  /** Responses to interactions only: both are the application's id. */
  readonly application_id?: Snowflake
  readonly webhook_id?: Snowflake
  /** First responses to commands only. */
  readonly interaction?: MessageInteraction
  /** Responses to interactions only. */
  readonly interaction_metadata?: InteractionMetadata
  /** Follow-ups, responses to components and MESSAGE commands, and copies of other channels' messages. */
  readonly message_reference?: MessageReference
  /** Forwards only: what the message said. */
  readonly message_snapshots?: ReadonlyArray<MessageSnapshot>
  /** Launches of an Activity by the service only; see ActivityLaunch. */
  readonly application?: MessageApplication
  readonly activity_instance?: { readonly id: string }
  /** In a thread: how many were sent there, this one included; see ChannelObjects. */
  readonly position?: number
  /** As sent, if it was sent. */
  readonly nonce?: string | number
}

/** A message as it was when it was forwarded. */
export interface MessageSnapshot {
  readonly message: Pick<
    MessageObject,
    | "type"
    | "content"
    | "embeds"
    | "attachments"
    | "timestamp"
    | "edited_timestamp"
    | "flags"
    | "mentions"
    | "mention_roles"
    | "components"
    | "sticker_items"
    | "shared_client_theme"
  >
}

export interface MessageRecord {
  readonly id: Snowflake
  readonly channel_id: Snowflake
  /** The only user who sees an ephemeral message; null if everyone in the channel sees it. */
  readonly visible_to: Snowflake | null
  /** As sent in responses, but without reactions. */
  readonly message: MessageObject
  /** ISO 8601 time at which it was pinned, if known. */
  readonly pinned_at?: string
  /** In the order of each emoji's first reaction; see Reaction. */
  readonly reactions?: ReadonlyArray<StoredReaction>
  /** Of its poll, by answer; see PollVote. */
  readonly votes?: ReadonlyArray<StoredVotes>
  /** Fields that only members of a lobby see; see LobbyMessage. */
  readonly lobby?: LobbyPart
  /** So many of its embeds, the last, were made because of its links; see LinkEmbeds. */
  readonly link_embeds?: number
}

/** A message sent in a lobby, or one of its linked channel that its application moderated. */
export interface LobbyPart {
  readonly id: Snowflake
  readonly metadata?: Readonly<Record<string, string>>
  /** The application's moderation result. */
  readonly moderation_metadata?: Readonly<Record<string, string>>
  /** The member's additional name at the time of sending. */
  readonly additional_name?: string
}

/** The emoji of a reaction: `id` for a custom emoji; otherwise `name` is the character. */
export interface ReactionEmoji {
  readonly id: Snowflake | null
  readonly name: string
  /** Absent means no. */
  readonly animated?: boolean
}

export interface StoredReaction {
  readonly emoji: ReactionEmoji
  /** Oldest first; never empty. */
  readonly user_ids: ReadonlyArray<Snowflake>
}

export interface StoredVotes {
  readonly answer_id: number
  /** Oldest first; never empty. */
  readonly user_ids: ReadonlyArray<Snowflake>
}

/** The message for this user; undefined if it is ephemeral and for another user. */
export const viewFor = (userId: Snowflake, record: MessageRecord): MessageObject | undefined =>
  record.visible_to === null || record.visible_to === userId ? record.message : undefined

/** True for replies, for the first message of a thread from a message, and for responses to MESSAGE commands. */
export const refers = ({ type, message_reference }: MessageObject): boolean =>
  type === MessageType.REPLY ||
  type === MessageType.THREAD_STARTER_MESSAGE ||
  (type === MessageType.CONTEXT_MENU_COMMAND && message_reference !== undefined)
