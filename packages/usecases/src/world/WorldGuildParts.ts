/** The guild that an edit has to do with, as far as the edit has to do with it. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import type { Application, Channel, Guild, GuildChannel, Role, World } from "@backlot/domain/record/World"
import { isDirect } from "@backlot/domain/record/World"
import { Effect } from "effect"
import { id } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { idsIn, listed } from "./WorldIds.ts"

export type GuildTarget = Extract<WorldTarget, { readonly guild_id: Snowflake }>

/**
 * The guild with its roles, channels, installations and the permissions of its commands; of its members all, or those
 * that a rule can ask for. Beside it, what elsewhere has an id that the edit wants to give.
 */
export const load = Effect.fnUntraced(function* (
  target: GuildTarget,
  body: unknown,
  applications: ReadonlyArray<Application>,
  everyMember: boolean = target.kind === "guild"
) {
  const key = id(target.guild_id)
  const guild = yield* Collections.guilds.get(key)
  const roles = yield* Collections.roles.list([key])
  const channels = (yield* Collections.channels.by("guild", key)).filter((c): c is GuildChannel => !isDirect(c))
  const guild_installs = yield* Collections.guildInstalls.list([key])
  const command_permissions = yield* Collections.commandPermissions.firstBy("guild", [key])
  const installed = new Set([...guild_installs.map((i) => i.application_id), ...idsIn(target)])
  const wanted = [
    ...(guild === undefined ? [] : [guild.owner_id]),
    ...applications.filter((a) => installed.has(a.id)).map((a) => a.bot.id),
    ...channels.flatMap((c) => c.permission_overwrites.flatMap((o) => (o.type === 1 ? [o.id] : []))),
    ...idsIn(target),
    ...idsIn(body)
  ]
  const members = everyMember ? yield* Collections.members.list([key]) : yield* membersOf(target.guild_id, wanted)
  const rivals = yield* standIns(
    yield* takenRoles(target, body, guild, roles),
    yield* takenChannels(target, body, channels)
  )
  return {
    ...rivals,
    guilds: [...(guild === undefined ? [] : [guild]), ...rivals.guilds],
    roles: [...roles, ...rivals.roles],
    channels: [...channels, ...rivals.channels],
    members,
    guild_installs,
    command_permissions
  }
})

const membersOf = Effect.fnUntraced(function* (guildId: Snowflake, ids: ReadonlyArray<Snowflake>) {
  const found = yield* Collections.members.getMany([...new Set(ids)].map((user) => [id(guildId), id(user)]))
  return found.flatMap((member) => (member === undefined ? [] : [member]))
})

/** Roles of other guilds with an id that this edit gives: a new guild gives its own to @everyone. */
const takenRoles = Effect.fnUntraced(function* (
  target: GuildTarget,
  body: unknown,
  guild: Guild | undefined,
  own: ReadonlyArray<Role>
) {
  const given = target.kind === "role" ? [target.role_id] : target.kind === "guild" ? listed(body, "roles") : []
  const fresh = new Set(guild === undefined ? [target.guild_id, ...given] : given)
  for (const role of own) fresh.delete(role.id)
  const all = fresh.size === 0 ? [] : yield* Collections.roles.list([])
  return all.filter((role) => role.guild_id !== target.guild_id && fresh.has(role.id))
})

const takenChannels = Effect.fnUntraced(function* (
  target: GuildTarget,
  body: unknown,
  own: ReadonlyArray<GuildChannel>
) {
  const given =
    target.kind === "channel" ? [target.channel_id] : target.kind === "guild" ? listed(body, "channels") : []
  const fresh = new Set(given)
  for (const channel of own) fresh.delete(channel.id)
  const found = yield* Collections.channels.getMany([...fresh].map((channel) => [id(channel)]))
  return found.flatMap((channel) => (channel === undefined ? [] : [channel]))
})

/**
 * Elements of elsewhere that have an id already, and no more of their guilds than that: enough to be found there. They
 * are judged with the rest, and never written.
 */
export const standIns = Effect.fnUntraced(function* (roles: ReadonlyArray<Role>, channels: ReadonlyArray<Channel>) {
  const inGuilds = channels.filter((c): c is GuildChannel => !isDirect(c))
  const ids = new Set([...roles, ...inGuilds].map((element) => element.guild_id))
  const guilds = yield* Collections.guilds.getMany([...ids].map((guild) => [id(guild)]))
  return {
    guilds: guilds.flatMap((guild) => (guild === undefined ? [] : [guild])),
    roles,
    channels: inGuilds.map(bare),
    direct_channels: channels.filter(isDirect)
  } satisfies Partial<World>
})

const bare = ({ owner_id: _, archived: __, locked: ___, ...channel }: GuildChannel): GuildChannel => ({
  ...channel,
  type: 0,
  parent_id: null,
  permission_overwrites: []
})
