/**
 * The roles, users and channels of a guild that command overwrites name. Loaded in a transaction for the rules of a
 * body and the rights of an edit. Source: wire-interactions.md §5.5; decision 31.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { idsOf, type Targets } from "@backlot/domain/permission/CommandPermissionEdit"
import type { Known, Target } from "@backlot/domain/permission/CommandPermissionTarget"
import { OverwriteType } from "@backlot/domain/permission/OverwriteLookup"
import type { ChannelSnapshot } from "@backlot/domain/permission/Place"
import { type Channel, type GuildChannel, isDirect, isThread, type Role } from "@backlot/domain/record/World"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"

/** The channels of the guild among the ids. */
export const channelsOf = Effect.fnUntraced(function* (guildId: Snowflake, ids: ReadonlyArray<Snowflake>) {
  const found = yield* Collections.channels.getMany([...new Set(ids)].map((id) => [id]))
  return found.filter((channel) => isOfGuild(channel, guildId))
})

const isOfGuild = (channel: Channel | undefined, guildId: Snowflake): channel is GuildChannel =>
  channel !== undefined && !isDirect(channel) && channel.guild_id === guildId

/** The facts of the guild that the rules of a body need. */
export const knownOf = (
  guild_id: Snowflake,
  roles: ReadonlyArray<Role>,
  channels: ReadonlyArray<GuildChannel>
): Known => {
  const roleIds = new Set(roles.map(({ id }) => id))
  const channelIds = new Set(channels.map(({ id }) => id))
  return { guild_id, hasRole: (id) => roleIds.has(id), hasChannel: (id) => channelIds.has(id) }
}

/** The targets that an edit affects; `named` are the channels of its body. */
export const targetsOf = Effect.fnUntraced(function* (
  guildId: Snowflake,
  changed: ReadonlyArray<Target>,
  named: ReadonlyArray<GuildChannel>
) {
  const guildKey = guildId
  const users = idsOf(changed, OverwriteType.USER)
  const members = yield* Collections.members.getMany(users.map((id) => [guildKey, id]))
  const gone = idsOf(changed, OverwriteType.CHANNEL).filter((id) => !named.some((channel) => channel.id === id))
  const channels = [...named, ...(yield* channelsOf(guildId, gone))]
  return {
    members: members.filter((member) => member !== undefined),
    channels: yield* withParents(guildId, channels)
  } satisfies Targets
})

/** A thread is judged by its channel. */
const withParents = Effect.fnUntraced(function* (guildId: Snowflake, channels: ReadonlyArray<GuildChannel>) {
  const ids = channels.flatMap((channel) => (isThread(channel) && channel.parent_id ? [channel.parent_id] : []))
  const parents = yield* channelsOf(guildId, ids)
  return channels.map(
    (channel): ChannelSnapshot => ({ channel, parent: parents.find(({ id }) => id === channel.parent_id) })
  )
})
