/** What new members of a guild are asked. Source: official OpenAPI document, `GuildOnboardingResponse`. */
import type { Snowflake } from "../base/Snowflake.ts"

export interface OnboardingOption {
  readonly id: Snowflake
  readonly title: string
  readonly description: string
  readonly emoji_id: Snowflake | null
  readonly emoji_name: string | null
  readonly emoji_animated: boolean
  readonly role_ids: ReadonlyArray<Snowflake>
  readonly channel_ids: ReadonlyArray<Snowflake>
}

export interface OnboardingPrompt {
  readonly id: Snowflake
  /** 0: choices that are all shown; 1: a list that opens. */
  readonly type: number
  readonly title: string
  readonly single_select: boolean
  readonly required: boolean
  /** Otherwise it stands among the channels and roles alone. */
  readonly in_onboarding: boolean
  readonly options: ReadonlyArray<OnboardingOption>
}

export interface Onboarding {
  readonly enabled: boolean
  /** 0: default channels count for what is needed; 1: those of prompts too. */
  readonly mode: number
  readonly default_channel_ids: ReadonlyArray<Snowflake>
  readonly prompts: ReadonlyArray<OnboardingPrompt>
}

export const NO_ONBOARDING: Onboarding = { enabled: false, mode: 0, default_channel_ids: [], prompts: [] }

export const limits = {
  prompts: 15,
  titleMax: 100,
  options: 50,
  optionTitleMax: 50,
  optionDescriptionMax: 100,
  emojiNameMax: 100,
  defaultChannels: 500,
  /** Roles, and channels, of an option. */
  named: 50,
  /** What is needed to enable it: channels, and those in which @everyone writes. */
  channelsNeeded: 7,
  writableNeeded: 5
} as const
