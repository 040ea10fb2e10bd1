/** What guilds hold beside roles, channels and members. Source: product.md "World file". */
import type { Snowflake } from "../base/Snowflake.ts"
import type { StickerFormat } from "../base/StickerFile.ts"

/** A user or bot that a guild has banned. */
export interface Ban {
  readonly guild_id: Snowflake
  readonly user_id: Snowflake
  readonly reason: string | null
}

/** A member, or a bot, who is connected to a voice or stage channel of a guild. No sound is carried. */
export interface VoiceState {
  readonly guild_id: Snowflake
  readonly user_id: Snowflake
  /** Of type 2 or 13. */
  readonly channel_id: Snowflake
  /** Of the gateway session of a bot; of a user it follows from their id. */
  readonly session_id: string
  // Set by moderators.
  readonly mute: boolean
  readonly deaf: boolean
  // Set by themselves.
  readonly self_mute: boolean
  readonly self_deaf: boolean
  readonly self_stream: boolean
  readonly self_video: boolean
  /** In a stage channel: listens only. */
  readonly suppress: boolean
  /** ISO 8601; null: does not ask to speak. */
  readonly request_to_speak_timestamp: string | null
  /** ISO 8601: since when somebody is connected to the channel; null: not known. All who are there have the same. */
  readonly voice_start_time: string | null
}

/** What custom emojis of guilds and of applications have in common. */
interface CustomEmoji {
  readonly id: Snowflake
  readonly name: string
  readonly animated: boolean
  /** The picture as a data URI; absent means the default picture. */
  readonly image?: string
}

/** A custom emoji of a guild. */
export interface Emoji extends CustomEmoji {
  readonly guild_id: Snowflake
  /** The roles that may use it; empty means everyone. */
  readonly roles: ReadonlyArray<Snowflake>
  /** Who made it; null for nobody known. */
  readonly user_id: Snowflake | null
  // Absent means the default (`RecordDefaults`).
  readonly require_colons?: boolean
  readonly managed?: boolean
  readonly available?: boolean
}

/** A custom emoji that only one application uses. */
export interface ApplicationEmoji extends CustomEmoji {
  readonly application_id: Snowflake
}

/** The way into a guild for whoever has its code. */
export interface Invite {
  /** Eight letters and digits; it names the invite in all guilds. */
  readonly code: string
  readonly guild_id: Snowflake
  readonly channel_id: Snowflake
  /** Null when its user is gone. */
  readonly inviter_id: Snowflake | null
  readonly uses: number
  /** 0 means no limit. */
  readonly max_uses: number
  /** Seconds from `created_at`; 0 means that it never expires. */
  readonly max_age: number
  readonly temporary: boolean
  /** ISO 8601, as given. */
  readonly created_at: string
  // Absent means none.
  /** 1: the stream of a user. 2: the Activity of an application. */
  readonly target_type?: 1 | 2
  readonly target_user_id?: Snowflake
  readonly target_application_id?: Snowflake
  /** Roles that whoever joins by it gets. */
  readonly role_ids?: ReadonlyArray<Snowflake>
  /** The only users that can join by it. */
  readonly target_user_ids?: ReadonlyArray<Snowflake>
}

/** A webhook that posts messages in a channel: its own ones, or those of a channel that its channel follows. */
export interface Webhook {
  readonly id: Snowflake
  readonly guild_id: Snowflake
  readonly channel_id: Snowflake
  readonly name: string
  /** The hash of its picture. */
  readonly avatar: string | null
  /** Whoever has it can use the webhook; null for one that follows a channel. */
  readonly token: string | null
  /** The announcement channel that it follows, perhaps of another guild. */
  readonly source_channel_id: Snowflake | null
  /** The user or bot that created it. A webhook of a bot belongs to the application. */
  readonly user_id: Snowflake | null
}

/** A sticker of a guild. */
export interface Sticker {
  readonly id: Snowflake
  readonly guild_id: Snowflake
  readonly name: string
  readonly description: string | null
  /** What it is suggested for: the name of an emoji. */
  readonly tags: string
  /** 1: PNG, 2: APNG, 3: Lottie, 4: GIF. */
  readonly format_type: StickerFormat
  /** Who made it; null for nobody known. */
  readonly user_id: Snowflake | null
  /** The picture as a data URI; absent means the default picture. */
  readonly image?: string
  /** Absent means true. */
  readonly available?: boolean
}

/** A sound of the soundboard of a guild. */
export interface SoundboardSound {
  readonly id: Snowflake
  readonly guild_id: Snowflake
  readonly name: string
  /** From 0 to 1. */
  readonly volume: number
  /** A custom emoji of the guild. */
  readonly emoji_id: Snowflake | null
  /** A standard emoji; null beside a custom one. */
  readonly emoji_name: string | null
  /** Who made it; null for nobody known. */
  readonly user_id: Snowflake | null
  /** The sound as a data URI; absent means silence. */
  readonly sound?: string
  /** Absent means true. */
  readonly available?: boolean
}

/** Of a member who boosts the guild; absent of others. */
export interface Boosting {
  /** ISO 8601, as given: since when. */
  readonly premium_since?: string
  /** How often; absent means once. */
  readonly boosts?: number
}
