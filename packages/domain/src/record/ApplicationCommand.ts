/** Application commands as stored and answered. Source: service.md "Application command"; wire-rest.md §1.1. */
import type { Locale } from "../base/Locale.ts"
import type { Snowflake } from "../base/Snowflake.ts"

export const CommandType = { CHAT_INPUT: 1, USER: 2, MESSAGE: 3, PRIMARY_ENTRY_POINT: 4 } as const
export type CommandType = (typeof CommandType)[keyof typeof CommandType]

export const OptionType = {
  SUB_COMMAND: 1,
  SUB_COMMAND_GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11
} as const
export type OptionType = (typeof OptionType)[keyof typeof OptionType]

export const HandlerType = { APP_HANDLER: 1, DISCORD_LAUNCH_ACTIVITY: 2 } as const
export type HandlerType = (typeof HandlerType)[keyof typeof HandlerType]

export const IntegrationType = { GUILD_INSTALL: 0, USER_INSTALL: 1 } as const
export type IntegrationType = (typeof IntegrationType)[keyof typeof IntegrationType]

export const ContextType = { GUILD: 0, BOT_DM: 1, PRIVATE_CHANNEL: 2 } as const
export type ContextType = (typeof ContextType)[keyof typeof ContextType]

export type Localizations = { readonly [L in Locale]?: string }

export interface CommandChoice {
  readonly name: string
  readonly name_localizations: Localizations | null
  readonly value: string | number
}

/** Optional fields are absent when unset (wire-rest.md §1.1: `required`, `autocomplete` only when true). */
export interface CommandOption {
  readonly type: OptionType
  readonly name: string
  readonly name_localizations: Localizations | null
  readonly description: string
  readonly description_localizations: Localizations | null
  readonly required?: true
  readonly autocomplete?: true
  readonly choices?: ReadonlyArray<CommandChoice>
  readonly options?: ReadonlyArray<CommandOption>
  readonly channel_types?: ReadonlyArray<number>
  readonly min_value?: number
  readonly max_value?: number
  readonly min_length?: number
  readonly max_length?: number
}

/** The stored record: the full answer, with dictionaries. Keys are in wire order. */
export interface ApplicationCommand {
  readonly id: Snowflake
  readonly application_id: Snowflake
  readonly version: Snowflake
  readonly default_member_permissions: string | null
  readonly type: CommandType
  readonly name: string
  readonly name_localizations: Localizations | null
  readonly description: string
  readonly description_localizations: Localizations | null
  /** Guild commands only. */
  readonly guild_id?: Snowflake
  /** Global commands only. */
  readonly dm_permission?: boolean
  /** Global commands only; null means every context that the installation allows. */
  readonly contexts?: ReadonlyArray<ContextType> | null
  /** Global commands only. */
  readonly integration_types?: ReadonlyArray<IntegrationType>
  /** Absent when empty. */
  readonly options?: ReadonlyArray<CommandOption>
  readonly nsfw: boolean
  /** Type 4 only. */
  readonly handler?: HandlerType
  /** Only when it was sent (decision 7). */
  readonly default_permission?: boolean
}

/** A command without the fields that the service adds: the result of validating a body. */
export type CommandContent = Omit<ApplicationCommand, "id" | "application_id" | "version" | "guild_id">

/** The scope of a command: global, or one guild. */
export type Scope = "global" | Snowflake
