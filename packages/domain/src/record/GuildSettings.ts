/** What a guild says of itself. Source: official OpenAPI document, `GuildResponse`, `GuildPatchRequestPartial`. */
import type { Snowflake } from "../base/Snowflake.ts"
import { ChannelType, GUILD_CHANNEL_TYPES, THREAD_PARENTS } from "./WorldVocabulary.ts"

/** Each setting of a guild: a record leaves out what has the default. */
export interface GuildSettings {
  readonly description: string | null
  // Hashes of pictures.
  readonly icon: string | null
  readonly banner: string | null
  readonly splash: string | null
  readonly discovery_splash: string | null
  readonly home_header: string | null
  readonly region: string
  readonly verification_level: number
  readonly default_message_notifications: number
  readonly explicit_content_filter: number
  readonly mfa_level: number
  readonly nsfw_level: number
  readonly premium_tier: number
  readonly premium_subscription_count: number
  readonly premium_progress_bar_enabled: boolean
  readonly afk_channel_id: Snowflake | null
  /** Seconds. */
  readonly afk_timeout: number
  readonly system_channel_id: Snowflake | null
  /** Bits: which messages of the service are left out. */
  readonly system_channel_flags: number
  readonly rules_channel_id: Snowflake | null
  readonly public_updates_channel_id: Snowflake | null
  readonly safety_alerts_channel_id: Snowflake | null
  readonly widget_enabled: boolean
  readonly widget_channel_id: Snowflake | null
}

export const SETTINGS: GuildSettings = {
  description: null,
  icon: null,
  banner: null,
  splash: null,
  discovery_splash: null,
  home_header: null,
  region: "us-east",
  verification_level: 0,
  default_message_notifications: 0,
  explicit_content_filter: 0,
  mfa_level: 0,
  nsfw_level: 0,
  premium_tier: 0,
  premium_subscription_count: 0,
  premium_progress_bar_enabled: false,
  afk_channel_id: null,
  afk_timeout: 300,
  system_channel_id: null,
  system_channel_flags: 0,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  widget_enabled: false,
  widget_channel_id: null
}

// Object.keys widens the names of the table to string.
export const SETTING_NAMES = Object.keys(SETTINGS) as ReadonlyArray<keyof GuildSettings>

/** Settings as a record keeps them. */
export type KeptSettings = { readonly [S in keyof GuildSettings]?: NonNullable<GuildSettings[S]> }

/** Every setting of a guild, the defaults too. */
export const settingsOf = (guild: KeptSettings): GuildSettings => ({
  ...SETTINGS,
  ...Object.fromEntries(SETTING_NAMES.flatMap((name) => (guild[name] === undefined ? [] : [[name, guild[name]]])))
})

const WRITTEN: ReadonlyArray<number> = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]

/** The settings that name a channel, with the types that it can have. */
export const NAMED_CHANNELS = {
  afk_channel_id: [ChannelType.GUILD_VOICE],
  system_channel_id: WRITTEN,
  rules_channel_id: WRITTEN,
  public_updates_channel_id: WRITTEN,
  safety_alerts_channel_id: WRITTEN,
  widget_channel_id: GUILD_CHANNEL_TYPES.filter(
    (type) => type !== ChannelType.GUILD_CATEGORY && THREAD_PARENTS[type] === undefined
  )
} as const satisfies Partial<Record<keyof GuildSettings, ReadonlyArray<number>>>

// Object.keys widens the names of the table to string.
export const CHANNEL_SETTINGS = Object.keys(NAMED_CHANNELS) as ReadonlyArray<keyof typeof NAMED_CHANNELS>

/** What a guild with the feature COMMUNITY cannot do without. */
export const COMMUNITY_CHANNELS = ["rules_channel_id", "public_updates_channel_id"] as const

/** Whether a guild cannot do without a channel. */
export const isCommunityChannel = (
  guild: KeptSettings & { readonly features: ReadonlyArray<string> },
  channelId: Snowflake
): boolean => guild.features.includes("COMMUNITY") && COMMUNITY_CHANNELS.some((name) => guild[name] === channelId)

export const AFK_TIMEOUTS = [60, 300, 900, 1800, 3600] as const

/** Bits of `system_channel_flags`. */
export const SYSTEM_MESSAGES = { SUPPRESS_JOIN: 1 << 0, SUPPRESS_BOOSTS: 1 << 1 } as const

export const limits = {
  descriptionMax: 300,
  /** Names of features in one edit. */
  featuresMax: 1521,
  /** Bits that are a positive number of 32 bits. */
  flagsMax: 2 ** 31 - 1,
  /** A rule of ours: a guild has no more boosts. */
  boostsMax: 10_000
} as const
