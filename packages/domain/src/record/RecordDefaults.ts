/**
 * The values of fields that a record or a body leaves out, where more than the world file needs them. Our choice:
 * docs/choices.md "World file".
 */
import * as Limits from "../base/Limits.ts"

export const DEFAULTS = {
  world: { automatic_launch: true },
  application: { integration_types: [0, 1], explicit_content_filter: 0 },
  role: {
    color: 0,
    secondary_color: null,
    tertiary_color: null,
    hoist: false,
    mentionable: false,
    icon: null,
    unicode_emoji: null,
    flags: 0,
    premium_subscriber: false
  },
  emoji: { require_colons: true, managed: false, available: true },
  sticker: { available: true },
  soundboard_sound: { volume: 1, emoji_id: null, emoji_name: null, available: true },
  channel: {
    rate_limit_per_user: 0,
    /** Bits per second. */
    bitrate: 64_000,
    user_limit: 0,
    /** Null chooses one. */
    rtc_region: null,
    video_quality_mode: 1,
    /** Minutes. */
    default_auto_archive_duration: 4320,
    auto_archive_duration: 4320,
    invitable: true,
    default_sort_order: null,
    default_forum_layout: 0,
    default_tag_setting: null,
    default_thread_rate_limit_per_user: 0,
    flags: 0,
    deleted_messages: 0
  },
  voice_state: {
    mute: false,
    deaf: false,
    self_mute: false,
    self_deaf: false,
    self_stream: false,
    self_video: false,
    suppress: false,
    request_to_speak_timestamp: null,
    voice_start_time: null
  },
  /** Above the roles of people: a guild has no more of them, and they are counted from 1. */
  guild_install: { role_position: Limits.guild.roles }
} as const
