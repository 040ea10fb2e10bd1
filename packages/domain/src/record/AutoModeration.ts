/** Rules of automatic moderation. Source: official OpenAPI document, `KeywordRuleResponse` and its kin. */
import type { Snowflake } from "../base/Snowflake.ts"

export const TriggerType = { KEYWORD: 1, SPAM: 3, KEYWORD_PRESET: 4, MENTION_SPAM: 5, MEMBER_PROFILE: 6 } as const

/** A message is sent, or a member joins or is edited. */
export const RuleEvent = { MESSAGE_SEND: 1, MEMBER_UPDATE: 2 } as const

export const RuleAction = { BLOCK_MESSAGE: 1, SEND_ALERT_MESSAGE: 2, TIMEOUT: 3, BLOCK_MEMBER_INTERACTION: 4 } as const

/** The metadata that each trigger type has. */
export const METADATA: Readonly<Record<number, ReadonlyArray<string>>> = {
  [TriggerType.KEYWORD]: ["keyword_filter", "regex_patterns", "allow_list"],
  [TriggerType.SPAM]: [],
  [TriggerType.KEYWORD_PRESET]: ["presets", "allow_list"],
  [TriggerType.MENTION_SPAM]: ["mention_total_limit", "mention_raid_protection_enabled"],
  [TriggerType.MEMBER_PROFILE]: ["keyword_filter", "regex_patterns", "allow_list"]
}

export const TRIGGER_TYPES = Object.values(TriggerType)

/** What a rule looks for. Which fields it has depends on its trigger type. */
export interface TriggerMetadata {
  readonly keyword_filter?: ReadonlyArray<string>
  readonly regex_patterns?: ReadonlyArray<string>
  /** 1 profanity, 2 sexual content, 3 slurs. */
  readonly presets?: ReadonlyArray<number>
  readonly allow_list?: ReadonlyArray<string>
  readonly mention_total_limit?: number
  readonly mention_raid_protection_enabled?: boolean
}

export interface AutoModerationAction {
  readonly type: number
  readonly metadata: {
    /** Where alerts go. */
    readonly channel_id?: Snowflake
    readonly duration_seconds?: number
    /** Shown to whom a message is refused. */
    readonly custom_message?: string
  }
}

/** In the shape of the wire. */
export interface AutoModerationRule {
  readonly id: Snowflake
  readonly guild_id: Snowflake
  readonly creator_id: Snowflake
  readonly name: string
  readonly event_type: number
  readonly actions: ReadonlyArray<AutoModerationAction>
  readonly trigger_type: number
  readonly enabled: boolean
  readonly exempt_roles: ReadonlyArray<Snowflake>
  readonly exempt_channels: ReadonlyArray<Snowflake>
  readonly trigger_metadata: TriggerMetadata
}

export const limits = {
  nameMax: 100,
  keywords: 1000,
  keywordMax: 60,
  patterns: 10,
  patternMax: 260,
  /** Steps of a pattern; the platform bounds them otherwise. Our choice: docs/choices.md "Automatic moderation". */
  patternSteps: 500,
  allowed: { [TriggerType.KEYWORD]: 100, [TriggerType.KEYWORD_PRESET]: 1000, [TriggerType.MEMBER_PROFILE]: 100 },
  mentions: 50,
  actions: 5,
  customMessageMax: 300,
  exemptRoles: 20,
  exemptChannels: 50,
  timeoutMaxSeconds: 2_419_200,
  /** Rules of each trigger type in a guild. */
  perType: {
    [TriggerType.KEYWORD]: 6,
    [TriggerType.SPAM]: 1,
    [TriggerType.KEYWORD_PRESET]: 1,
    [TriggerType.MENTION_SPAM]: 1,
    [TriggerType.MEMBER_PROFILE]: 1
  },
  perGuild: 10
} as const

/** A member with this flag cannot write, react or speak: their profile broke a rule. */
export const QUARANTINED = 1 << 7
