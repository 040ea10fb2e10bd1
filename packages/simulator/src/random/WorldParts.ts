/** Splits a world into parts that can be left out one by one, to find which of them a failure needs. */
import type { ModelChannel, ModelGuild, ModelUser, ModelWorld } from "../model/ModelWorld.ts"

/** The name of a part: ids from the outside in, e.g. `guild member role`. */
type Part = string

export const partsOf = (world: ModelWorld): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  withParts(world, (part) => {
    parts.push(part)
    return true
  })
  return parts
}

/** Everything that depends on a part goes with it, and owned things go with their owner. */
export const withParts = (world: ModelWorld, keeps: (part: Part) => boolean): ModelWorld => {
  const users = world.users.filter(({ id }) => keeps(id))
  const isOwned = ({ owner_id }: { readonly owner_id: string }) => users.some(({ id }) => id === owner_id)
  const applications = world.applications.filter((application) => keeps(application.id) && isOwned(application))
  const guilds = world.guilds.filter((guild) => keeps(guild.id) && isOwned(guild))
  const known = idsOf([...users, ...applications])
  return {
    applications,
    users,
    guilds: guilds.map((guild) => guildWithParts(guild, users, known, keeps)),
    direct_channels: world.direct_channels.filter(
      ({ id, recipients }) => recipients.every((one) => known.has(one)) && keeps(id)
    )
  }
}

const guildWithParts = (
  guild: ModelGuild,
  users: ReadonlyArray<ModelUser>,
  known: ReadonlySet<string>,
  keeps: (part: Part) => boolean
): ModelGuild => {
  const { id, owner_id } = guild
  const roles = guild.roles.filter((role) => role.id === id || keeps(role.id))
  const members = guild.members
    .filter(({ user_id }) => known.has(user_id) && (user_id === owner_id || keeps(`${id} ${user_id}`)))
    .map((member) => ({
      ...member,
      roles: member.roles.filter((role) => idsOf(roles).has(role) && keeps(`${id} ${member.user_id} ${role}`))
    }))
  const present = idsOf(users.filter((user) => members.some(({ user_id }) => user_id === user.id)))
  const targets = new Set([...idsOf(roles), ...present])
  return {
    ...guild,
    roles,
    members,
    channels: channelsWithParts(guild.channels, targets, keeps),
    installs: new Map(
      [...guild.installs].filter(([application]) => known.has(application) && keeps(`${id} ${application}`))
    )
  }
}

/** A thread goes with its parent channel. */
const channelsWithParts = (
  channels: ReadonlyArray<ModelChannel>,
  targets: ReadonlySet<string>,
  keeps: (part: Part) => boolean
): ReadonlyArray<ModelChannel> => {
  const kept = channels.filter(({ id }) => keeps(id))
  return kept
    .filter(({ parent_id }) => parent_id === null || idsOf(kept).has(parent_id))
    .map((channel) => ({
      ...channel,
      members: channel.members.filter((one) => targets.has(one) && keeps(`${channel.id} ${one}`)),
      permission_overwrites: channel.permission_overwrites.filter(
        ({ id }) => targets.has(id) && keeps(`${channel.id} ${id}`)
      )
    }))
}

const idsOf = (list: ReadonlyArray<{ readonly id: string }>): ReadonlySet<string> => new Set(list.map(({ id }) => id))
