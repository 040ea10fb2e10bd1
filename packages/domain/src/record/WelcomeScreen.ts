/** What new members of a guild are shown first. Source: official OpenAPI document, `GuildWelcomeScreenResponse`. */
import type { Snowflake } from "../base/Snowflake.ts"

export interface WelcomeChannel {
  readonly channel_id: Snowflake
  readonly description: string
  readonly emoji_id: Snowflake | null
  readonly emoji_name: string | null
}

export interface WelcomeScreen {
  readonly enabled: boolean
  readonly description: string | null
  readonly welcome_channels: ReadonlyArray<WelcomeChannel>
}

export const limits = {
  descriptionMax: 140,
  channels: 5,
  channelDescriptionMax: 50,
  /** A rule of ours: the longest emoji has fewer characters. */
  emojiNameMax: 100
} as const

/** The feature of a guild whose welcome screen is enabled. */
export const WELCOME_FEATURE = "WELCOME_SCREEN_ENABLED"
