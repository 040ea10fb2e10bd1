/** What forum and media channels and their posts have. Source: the platform's documentation of forums. */
import type { Snowflake } from "../base/Snowflake.ts"

/** An emoji: `emoji_id` of a guild's own, or `emoji_name` as Unicode text; both are null for none. */
export interface NamedEmoji {
  readonly emoji_id: Snowflake | null
  readonly emoji_name: string | null
}

export interface ForumTag extends NamedEmoji {
  readonly id: Snowflake
  readonly name: string
  /** Whether only members with MANAGE_THREADS may add it to posts or remove it. */
  readonly moderated: boolean
}

export const ChannelFlag = {
  /** A post at the top of its forum. */
  PINNED: 1 << 1,
  /** A forum whose posts need a tag. */
  REQUIRE_TAG: 1 << 4,
  /** A media channel. */
  HIDE_MEDIA_DOWNLOAD_OPTIONS: 1 << 15
} as const

export const TAG_SETTINGS = ["match_all", "match_some"] as const

/** Absent means none, or the default (`RecordDefaults`). */
export interface ForumFields {
  readonly available_tags?: ReadonlyArray<ForumTag>
  readonly default_reaction_emoji?: NamedEmoji
  /** 0: latest activity, 1: creation. */
  readonly default_sort_order?: 0 | 1
  /** 0: not set, 1: list, 2: gallery. */
  readonly default_forum_layout?: 0 | 1 | 2
  /** Whether posts need all of the tags that are searched for, or some. */
  readonly default_tag_setting?: (typeof TAG_SETTINGS)[number]
  /** Seconds: slow mode of new threads. */
  readonly default_thread_rate_limit_per_user?: number
  /** See ChannelFlag. */
  readonly flags?: number
  /** The tags of a post, which has the list even if it is empty. */
  readonly applied_tags?: ReadonlyArray<Snowflake>
}
