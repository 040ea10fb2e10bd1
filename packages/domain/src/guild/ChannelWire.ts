/**
 * Partial channels as payloads carry them. Source: wire-interactions.md §1.5, §1.7: no permission_overwrites are sent.
 */

import { formatTimestamp } from "../base/IsoTime.ts"
import { toMs } from "../base/Snowflake.ts"
import { ALL } from "../permission/Permission.ts"
import { DEFAULTS } from "../record/RecordDefaults.ts"
import { type DirectChannel, type GuildChannel, isThread } from "../record/World.ts"
import { ChannelType } from "../record/WorldVocabulary.ts"
import type { UserObject } from "./GuildWire.ts"

/** A guild channel or thread; `permissions` are the invoking user's in it. */
export const guildChannelObject = (channel: GuildChannel, permissions: bigint) => ({
  flags: 0,
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
  ...(channel.default_auto_archive_duration === undefined
    ? {}
    : { default_auto_archive_duration: channel.default_auto_archive_duration })
})

const VOICE: ReadonlyArray<number> = [ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE]

/**
 * No capture shows these fields in payloads, but discord.py reads them of a voice channel that it does not know yet.
 * Our choice: docs/choices.md "Guilds and members".
 */
const voiceFields = ({ bitrate, user_limit }: GuildChannel) => ({
  bitrate: bitrate ?? DEFAULTS.channel.bitrate,
  user_limit: user_limit ?? DEFAULTS.channel.user_limit,
  rtc_region: null
})

/**
 * `recipients` are all users except the application's own bot. Whether the platform includes the invoker is unverified.
 * Our choice: docs/choices.md "Interactions".
 */
export const directChannelObject = ({ id, type, name }: DirectChannel, recipients: ReadonlyArray<UserObject>) => {
  const fields = { flags: 0, id, last_message_id: null, recipient_flags: 0, recipients }
  return type === 3 ? { ...fields, type, name, icon: null } : { ...fields, type }
}

/**
 * A direct channel in `resolved`. A channel without a name has no name here either, and its users have every
 * permission. Our choice: docs/choices.md "Interactions".
 */
export const resolvedDirectChannel = ({ id, name, type }: DirectChannel) => ({
  flags: 0,
  id,
  last_message_id: null,
  name,
  permissions: String(ALL),
  type
})

/**
 * Memberships and archive times are not stored: a thread was created and last archived at the time of its id. Our
 * choice: docs/choices.md "Guilds and members".
 */
const threadFields = (channel: GuildChannel) => ({
  member_count: 0,
  message_count: 0,
  total_message_sent: 0,
  // "0" for a thread without an owner, because discord.py reads a number. Our choice: docs/choices.md "Guilds and
  // members".
  owner_id: channel.owner_id ?? "0",
  thread_metadata: {
    archive_timestamp: formatTimestamp(toMs(channel.id)),
    archived: channel.archived ?? false,
    auto_archive_duration: channel.auto_archive_duration ?? DEFAULTS.channel.auto_archive_duration,
    create_timestamp: formatTimestamp(toMs(channel.id)),
    locked: channel.locked ?? false
  }
})
