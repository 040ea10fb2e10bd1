/**
 * A World as a world file: nested as people write it, every value spelled out, in the order of ids. Decoding it gives
 * the same World again. Fixture tokens stand in clear, issued ones as hashes (decision 44).
 */

import { formatTime } from "../base/IsoTime.ts"
import { compare, type Snowflake } from "../base/Snowflake.ts"
import { type GuildChannel, isThread, type Lobby, type Token, type World } from "../record/World.ts"

/** A JSON value in the shape of product.md "World file". */
export const exportWorld = (world: World): unknown => ({
  now: world.now === null ? null : formatTime(world.now),
  automatic_launch: world.automatic_launch,
  applications: byId(world.applications),
  users: exportUsers(world),
  guilds: exportGuilds(world),
  direct_channels: byId(world.direct_channels),
  tokens: world.tokens.toSorted((a, b) => (a.token_hash < b.token_hash ? -1 : 1)).map(token),
  rate_limits: Object.fromEntries(
    by(world.rate_limits, (r) => r.application_id).map(({ application_id, ...rest }) => [application_id, rest])
  ),
  commands: byId(world.commands),
  command_permissions: world.command_permissions.toSorted(
    (a, b) => compare(a.guild_id, b.guild_id) || compare(a.application_id, b.application_id) || compare(a.id, b.id)
  ),
  lobbies: byId(world.lobbies).map(lobby),
  messages: byId(world.messages)
})

const exportUsers = (world: World): ReadonlyArray<unknown> => {
  const installs = Map.groupBy(byApplication(world.user_installs), (i) => i.user_id)
  return byId(world.users).map((user) => ({
    ...user,
    installs: (installs.get(user.id) ?? []).map(({ user_id: _, ...rest }) => rest)
  }))
}

const exportGuilds = (world: World): ReadonlyArray<unknown> => {
  const roles = Map.groupBy(byId(world.roles), guildOf)
  const channels = Map.groupBy(byId(world.channels), guildOf)
  const members = Map.groupBy(
    by(world.members, (m) => m.user_id),
    guildOf
  )
  const installs = Map.groupBy(byApplication(world.guild_installs), guildOf)
  return byId(world.guilds).map((guild) => ({
    ...guild,
    roles: (roles.get(guild.id) ?? []).map(withoutGuild),
    channels: (channels.get(guild.id) ?? []).map(channel),
    members: (members.get(guild.id) ?? []).map(withoutGuild),
    installs: (installs.get(guild.id) ?? []).map(withoutGuild)
  }))
}

/** A thread follows its channel's overwrites and age restriction. */
const channel = (value: GuildChannel): unknown => {
  const { guild_id: _, nsfw, permission_overwrites, ...rest } = value
  return isThread(value) ? rest : { ...rest, nsfw, permission_overwrites }
}

const token = ({ token: text, token_hash, expires_at, ...rest }: Token): unknown => ({
  ...(text === undefined ? { token_hash } : { token: text }),
  ...rest,
  expires_at: expires_at === null ? null : formatTime(expires_at)
})

const lobby = ({ secret_expires_at, idle_expires_at, members, ...rest }: Lobby): unknown => ({
  ...rest,
  members: byId(members),
  ...(secret_expires_at === undefined ? {} : { secret_expires_at: formatTime(secret_expires_at) }),
  ...(idle_expires_at === undefined ? {} : { idle_expires_at: formatTime(idle_expires_at) })
})

interface InGuild {
  readonly guild_id: Snowflake
}

const guildOf = ({ guild_id }: InGuild): Snowflake => guild_id

const withoutGuild = <T extends InGuild>({ guild_id: _, ...rest }: T): Omit<T, "guild_id"> => rest

const by = <T>(items: ReadonlyArray<T>, key: (item: T) => Snowflake): ReadonlyArray<T> =>
  items.toSorted((a, b) => compare(key(a), key(b)))

const byId = <T extends { readonly id: Snowflake }>(items: ReadonlyArray<T>): ReadonlyArray<T> => by(items, (i) => i.id)

const byApplication = <T extends { readonly application_id: Snowflake }>(items: ReadonlyArray<T>): ReadonlyArray<T> =>
  by(items, (i) => i.application_id)
