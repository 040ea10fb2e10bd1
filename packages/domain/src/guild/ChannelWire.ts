/**
 * Partial channels as payloads carry them. Source: wire-interactions.md §1.5, §1.7: no permission_overwrites are sent.
 */

import { formatTimestamp, toTimestamp } from "../base/IsoTime.ts"
import { type Snowflake, toMs } from "../base/Snowflake.ts"
import { thread } from "../base/ThreadLimits.ts"
import { ALL } from "../permission/Permission.ts"
import { DEFAULTS } from "../record/RecordDefaults.ts"
import { type DirectChannel, type GuildChannel, isThread, type ThreadMember } from "../record/World.ts"
import { ChannelType, isForumType } from "../record/WorldVocabulary.ts"
import type { UserObject } from "./GuildWire.ts"

/** A guild channel or thread; `permissions` are the invoking user's in it. */
export const guildChannelObject = (channel: GuildChannel, permissions: bigint) => ({
  flags: channel.flags ?? DEFAULTS.channel.flags,
  guild_id: channel.guild_id,
  id: channel.id,
  last_message_id: null,
  name: channel.name,
  nsfw: channel.nsfw,
  parent_id: channel.parent_id,
  permissions: String(permissions),
  position: channel.position,
  rate_limit_per_user: channel.rate_limit_per_user ?? DEFAULTS.channel.rate_limit_per_user,
  topic: channel.topic,
  type: channel.type,
  ...(isThread(channel) ? threadFields(channel) : {}),
  ...(VOICE.includes(channel.type) ? voiceFields(channel) : {}),
  ...(isForumType(channel.type) ? forumFields(channel) : {}),
  ...(channel.applied_tags === undefined ? {} : { applied_tags: channel.applied_tags }),
  ...(channel.default_thread_rate_limit_per_user === undefined
    ? {}
    : { default_thread_rate_limit_per_user: channel.default_thread_rate_limit_per_user }),
  ...(channel.default_auto_archive_duration === undefined
    ? {}
    : { default_auto_archive_duration: channel.default_auto_archive_duration })
})

const forumFields = (channel: GuildChannel) => ({
  available_tags: channel.available_tags ?? [],
  default_reaction_emoji: channel.default_reaction_emoji ?? null,
  default_sort_order: channel.default_sort_order ?? DEFAULTS.channel.default_sort_order,
  default_forum_layout: channel.default_forum_layout ?? DEFAULTS.channel.default_forum_layout,
  default_tag_setting: channel.default_tag_setting ?? DEFAULTS.channel.default_tag_setting
})

const VOICE: ReadonlyArray<number> = [ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE]

/** discord.py reads these of new voice channels. Our choice: docs/choices.md "Guilds and members". */
const voiceFields = ({ bitrate, user_limit, rtc_region, video_quality_mode }: GuildChannel) => ({
  bitrate: bitrate ?? DEFAULTS.channel.bitrate,
  user_limit: user_limit ?? DEFAULTS.channel.user_limit,
  rtc_region: rtc_region ?? DEFAULTS.channel.rtc_region,
  ...(video_quality_mode === undefined ? {} : { video_quality_mode })
})

/** `recipients`: all but the application's own bot (unverified). Our choice: docs/choices.md "Interactions". */
export const directChannelObject = (channel: DirectChannel, recipients: ReadonlyArray<UserObject>) => {
  const { id, type, name, icon = null } = channel
  const fields = { flags: 0, id, last_message_id: null, recipient_flags: 0, recipients }
  return type === 3 ? { ...fields, type, name, icon } : { ...fields, type }
}

/** What a channel shows beside, where it is not part of an interaction. */
export const groupFields = ({ type, recipients, owner_id = recipients[0] ?? "0", nicks = {} }: DirectChannel) => {
  const named = Object.entries(nicks).map(([id, nick]) => ({ id, nick }))
  return type === 3 ? { owner_id, ...(named.length === 0 ? {} : { nicks: named }) } : {}
}

/** In `resolved`; its users have every permission. Our choice: docs/choices.md "Interactions". */
export const resolvedDirectChannel = ({ id, name, type }: DirectChannel) => ({
  flags: 0,
  id,
  last_message_id: null,
  name,
  permissions: String(ALL),
  type
})

/** Its id is the time of its creation, unless it starts at a message. Our choice: docs/choices.md "Guilds and members". */
const threadFields = (channel: GuildChannel) => ({
  member_count: Math.min(channel.members?.length ?? 0, thread.countedMembers),
  message_count: 0,
  total_message_sent: channel.deleted_messages ?? 0,
  // "0" for a thread without an owner, because discord.py reads a number. Our choice: docs/choices.md "Guilds and
  // members".
  owner_id: channel.owner_id ?? "0",
  thread_metadata: {
    archive_timestamp: archivedAt(channel),
    archived: channel.archived ?? false,
    auto_archive_duration: channel.auto_archive_duration ?? DEFAULTS.channel.auto_archive_duration,
    create_timestamp: createdAt(channel),
    locked: channel.locked ?? false,
    ...(channel.type === ChannelType.PRIVATE_THREAD
      ? { invitable: channel.invitable ?? DEFAULTS.channel.invitable }
      : {})
  }
})

/** When the thread was last archived or opened: an ISO 8601 time of the wire. */
export const archivedAt = (thread: GuildChannel): string =>
  (thread.archive_timestamp && toTimestamp(thread.archive_timestamp)) ?? createdAt(thread)

const createdAt = ({ id, create_timestamp }: GuildChannel): string =>
  (create_timestamp && toTimestamp(create_timestamp)) ?? formatTimestamp(toMs(id))

/** A member of a thread. `member`: in the guild, where it is asked for. */
export const threadMemberObject = (of: GuildChannel, { user_id, joined_at }: ThreadMember, member?: object) => ({
  id: of.id,
  user_id,
  join_timestamp: (joined_at && toTimestamp(joined_at)) ?? formatTimestamp(toMs(of.id)),
  flags: 0,
  ...(member === undefined ? {} : { member })
})

/** The field `member` of a thread that a bot has joined. */
export const ownThreadMember = (of: GuildChannel, userId: Snowflake) => {
  const own = of.members?.find(({ user_id }) => user_id === userId)
  return own === undefined ? {} : { member: threadMemberObject(of, own) }
}
