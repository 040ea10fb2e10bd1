/**
 * Messages as stored and shown. Source: wire-interactions.md §4.3 (flags), §4.9 (fields).
 */
import type { CommandType } from "./ApplicationCommand.ts"
import type { ComponentObject } from "./Component.ts"
import type { EmbedObject } from "./Embed.ts"
import type { UserObject } from "./GuildWire.ts"
import type { IntegrationOwners, InteractionType } from "./Interaction.ts"
import type { Snowflake } from "./Snowflake.ts"

export const MessageType = { DEFAULT: 0, REPLY: 19, CHAT_INPUT_COMMAND: 20, CONTEXT_MENU_COMMAND: 23 } as const
export type MessageType = (typeof MessageType)[keyof typeof MessageType]

export const MessageFlag = {
  SUPPRESS_EMBEDS: 1 << 2,
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

export interface InteractionMetadata {
  readonly id: Snowflake
  readonly type: InteractionType
  readonly user: UserObject
  readonly authorizing_integration_owners: IntegrationOwners
  /** Includes group and subcommand. */
  readonly name: string
  readonly command_type: CommandType
  /** Follow-ups only. */
  readonly original_response_message_id?: Snowflake
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
  readonly attachments: ReadonlyArray<never>
  readonly embeds: ReadonlyArray<EmbedObject>
  readonly components: ReadonlyArray<ComponentObject>
  readonly pinned: boolean
  readonly flags: number
  /** Answers to interactions only: both are the application's id. */
  readonly application_id?: Snowflake
  readonly webhook_id?: Snowflake
  /** First answers only. */
  readonly interaction?: MessageInteraction
  /** Answers to interactions only. */
  readonly interaction_metadata?: InteractionMetadata
  /** Follow-ups only. */
  readonly message_reference?: MessageReference
}

export interface MessageRecord {
  readonly id: Snowflake
  readonly channel_id: Snowflake
  /** The one user who sees an ephemeral message; null when everyone in the channel does. */
  readonly visible_to: Snowflake | null
  /** As answered. */
  readonly message: MessageObject
}

/** The message as this user sees it; undefined when it is ephemeral and meant for someone else. */
export const viewFor = (userId: Snowflake, record: MessageRecord): MessageObject | undefined =>
  record.visible_to === null || record.visible_to === userId ? record.message : undefined
