/** Every element of a world draft with its place, and the index by which elements find each other. */

import type { Snowflake } from "../base/Snowflake.ts"
import type { Path } from "../error/Fault.ts"
import type { Drafts, Kind } from "./WorldShape.ts"

export interface Place<Draft> {
  readonly path: Path
  readonly value: Draft
  /** The guild that holds the element; empty outside guilds. */
  readonly guild_id: Snowflake
}

export type Places = { readonly [K in Kind]: ReadonlyArray<Place<Drafts[K]>> }

/** Ids that exist, by what they name. Ids that are themselves faulty are left out. */
export interface Index {
  readonly applications: ReadonlyMap<Snowflake, Drafts["application"]>
  readonly users: ReadonlySet<Snowflake>
  /** Bot users, with the id of their application. */
  readonly bots: ReadonlyMap<Snowflake, Snowflake>
  readonly guilds: ReadonlyMap<Snowflake, GuildIndex>
  /** Of guilds and direct. */
  readonly channels: ReadonlySet<Snowflake>
  readonly lobbies: ReadonlySet<Snowflake>
  readonly commands: ReadonlyMap<Snowflake, Drafts["command"]>
}

export interface GuildIndex {
  /** @everyone included. */
  readonly roles: ReadonlySet<Snowflake>
  readonly channels: ReadonlyMap<Snowflake, Drafts["channel"]>
  /** Those listed, the owner, and the bots that are members by themselves. */
  readonly members: ReadonlySet<Snowflake>
}

export const placesOf = (world: Drafts["world"]): Places => {
  const applications = each(world.applications, ["applications"])
  const users = each(world.users, ["users"])
  const guilds = each(world.guilds, ["guilds"]).map((g) => ({ ...g, guild_id: g.value.id ?? "" }))
  const channels = inside(guilds, "channels", (g) => g.channels)
  const rateLimits = Object.entries(world.rate_limits ?? {}).map(([key, value]) => place(["rate_limits", key], value))
  const overwrites = each(world.command_permissions, ["command_permissions"])
  const lobbies = each(world.lobbies, ["lobbies"])
  const configs = held(applications, "integration_types_config", (a) => a.integration_types_config)
  const types = (["0", "1"] as const).flatMap((type) => held(configs, type, (c) => c[type]))
  return {
    world: [place([], world)],
    application: applications,
    bot: held(applications, "bot", (a) => a.bot),
    install_params: [
      ...held(applications, "install_params", (a) => a.install_params),
      ...held(types, "oauth2_install_params", (t) => t.oauth2_install_params)
    ],
    integration_types_config: configs,
    integration_type_config: types,
    user: users,
    user_install: inside(users, "installs", (u) => u.installs),
    guild: guilds,
    role: inside(guilds, "roles", (g) => g.roles),
    channel: channels,
    overwrite: inside(channels, "permission_overwrites", (c) => c.permission_overwrites),
    member: inside(guilds, "members", (g) => g.members),
    guild_install: inside(guilds, "installs", (g) => g.installs),
    direct_channel: each(world.direct_channels, ["direct_channels"]),
    token: each(world.tokens, ["tokens"]),
    rate_limit: rateLimits,
    rate_limit_bucket: inside(rateLimits, "buckets", (r) => r.buckets),
    command: each(world.commands, ["commands"]),
    command_permissions: overwrites,
    command_permission: overwrites.flatMap((o) =>
      each(o.value.permissions, [...o.path, "permissions"], o.value.guild_id ?? "")
    ),
    lobby: lobbies,
    lobby_member: inside(lobbies, "members", (l) => l.members),
    message: each(world.messages, ["messages"])
  }
}

export const indexOf = (places: Places): Index => {
  const applications = byId(places.application)
  return {
    applications,
    users: new Set(byId(places.user).keys()),
    bots: new Map([...applications].map(([id, application]) => [application.bot?.id ?? id, id])),
    guilds: new Map([...byId(places.guild)].map(([id, guild]) => [id, guildIndex(id, guild, applications)])),
    channels: new Set([...byId(places.channel).keys(), ...byId(places.direct_channel).keys()]),
    lobbies: new Set(byId(places.lobby).keys()),
    commands: byId(places.command)
  }
}

/** True when an installation brings the bot user along; so does one that leaves its scopes to the default. */
export const hasBotScope = (scopes: ReadonlyArray<unknown> | null | undefined): boolean =>
  scopes === null || scopes === undefined || scopes.includes("bot")

const guildIndex = (
  id: Snowflake,
  guild: Drafts["guild"],
  applications: ReadonlyMap<Snowflake, Drafts["application"]>
): GuildIndex => {
  const bots = (guild.installs ?? []).flatMap((install) => {
    const application = applications.get(install.application_id ?? "")
    const bot = application?.bot?.id ?? application?.id
    return bot && hasBotScope(install.scopes) ? [bot] : []
  })
  const listed = (guild.members ?? []).map((m) => m.user_id)
  return {
    roles: new Set([id, ...(guild.roles ?? []).map((r) => r.id)].filter(known)),
    channels: byId((guild.channels ?? []).map((channel) => place([], channel))),
    members: new Set([guild.owner_id, ...listed, ...bots].filter(known))
  }
}

const known = (id: Snowflake | null | undefined): id is Snowflake => id !== null && id !== undefined

const place = <T>(path: Path, value: T, guild_id = ""): Place<T> => ({ path, value, guild_id })

const each = <T>(items: ReadonlyArray<T> | null | undefined, path: Path, guild_id = ""): ReadonlyArray<Place<T>> =>
  (items ?? []).map((item, i) => place([...path, i], item, guild_id))

/** What each of some elements holds in a field, where it holds anything. */
const held = <T, U>(
  outer: ReadonlyArray<Place<T>>,
  key: string,
  item: (value: T) => U | null | undefined
): ReadonlyArray<Place<U>> =>
  outer.flatMap((o) => {
    const value = item(o.value)
    return value === undefined || value === null ? [] : [place([...o.path, key], value, o.guild_id)]
  })

const inside = <T, U>(
  outer: ReadonlyArray<Place<T>>,
  key: string,
  items: (value: T) => ReadonlyArray<U> | null | undefined
): ReadonlyArray<Place<U>> => outer.flatMap((o) => each(items(o.value), [...o.path, key], o.guild_id))

/** The first of several with one id: the others are at fault. */
const byId = <T extends { readonly id?: Snowflake | null | undefined }>(
  places: ReadonlyArray<Place<T>>
): Map<Snowflake, T> =>
  new Map(places.toReversed().flatMap(({ value }) => (known(value.id) ? [[value.id, value] as const] : [])))
