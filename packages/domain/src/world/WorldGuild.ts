/** What a guild of a world holds, with the defaults that depend on the rest of the guild. */
import type { Snowflake } from "../base/Snowflake.ts"
import { DEFAULTS, EVERYONE_NAME, EVERYONE_PERMISSIONS } from "../guild/WorldDefaults.ts"
import type * as World from "../record/World.ts"
import { ARCHIVE_DURATIONS, THREAD_PARENTS } from "../record/WorldVocabulary.ts"
import type { Drafts } from "./WorldShape.ts"
import { localeOr, permissionsOr, texts } from "./WorldValue.ts"

export interface GuildParts {
  readonly guild: World.Guild
  readonly roles: ReadonlyArray<World.Role>
  readonly channels: ReadonlyArray<World.GuildChannel>
  readonly members: ReadonlyArray<World.Member>
  readonly installs: ReadonlyArray<World.GuildInstall>
}

/** `botIds`: the bot user of each application. */
export const guildParts = (draft: Drafts["guild"], botIds: ReadonlyMap<Snowflake, Snowflake>): GuildParts => {
  const guild: World.Guild = {
    id: draft.id ?? "",
    name: draft.name ?? "",
    owner_id: draft.owner_id ?? "",
    preferred_locale: localeOr(draft.preferred_locale, DEFAULTS.guild.preferred_locale),
    features: texts(draft.features)
  }
  const installs = (draft.installs ?? []).map((i) => install(guild.id, i))
  return {
    guild,
    roles: roles(guild.id, draft.roles ?? []),
    channels: channels(guild, draft.channels ?? []),
    members: members(guild, draft.members ?? [], botsOf(installs, botIds)),
    installs
  }
}

/** @everyone first, made when it is missing; each other role stands one above the one before it. */
const roles = (guild_id: Snowflake, drafts: ReadonlyArray<Drafts["role"]>): ReadonlyArray<World.Role> => {
  const own = drafts.find((r) => r.id === guild_id)
  const everyone: World.Role = {
    id: guild_id,
    guild_id,
    name: own?.name ?? EVERYONE_NAME,
    permissions: permissionsOr(own?.permissions, EVERYONE_PERMISSIONS),
    position: 0,
    ...beyond(own ?? NO_ROLE, ROLE_EXTRAS, DEFAULTS.role)
  }
  let position = 0
  const others = drafts
    .filter((r) => r.id !== guild_id)
    .map((role) => {
      position = role.position ?? position + 1
      return {
        id: role.id ?? "",
        guild_id,
        name: role.name ?? "",
        permissions: permissionsOr(role.permissions, DEFAULTS.role.permissions),
        position,
        ...beyond(role, ROLE_EXTRAS, DEFAULTS.role)
      }
    })
  return [everyone, ...others]
}

const ROLE_EXTRAS = ["color", "hoist", "mentionable"] as const
const CHANNEL_EXTRAS = ["rate_limit_per_user", "bitrate", "user_limit"] as const
const NO_ROLE: Drafts["role"] = {}

/** Of these fields those that say more than the default. */
const beyond = <D extends object, K extends keyof D & string>(
  draft: D,
  fields: ReadonlyArray<K>,
  defaults: Readonly<Record<K, unknown>>
): { readonly [F in K]?: Exclude<D[F], null | undefined> } =>
  // Object.fromEntries widens its keys to string; null and undefined are left out.
  Object.fromEntries(
    fields.flatMap((name) => {
      const value = draft[name]
      return value === undefined || value === null || value === defaults[name] ? [] : [[name, value]]
    })
  ) as { readonly [F in K]?: Exclude<D[F], null | undefined> }

const archiveDuration = <Name extends "default_auto_archive_duration" | "auto_archive_duration">(
  draft: Drafts["channel"],
  name: Name
): Pick<World.GuildChannel, Name> => {
  const known = ARCHIVE_DURATIONS.find((duration) => duration === draft[name])
  // A computed name widens to string.
  return (known === undefined || known === DEFAULTS.channel[name] ? {} : { [name]: known }) as Pick<
    World.GuildChannel,
    Name
  >
}

const channels = (guild: World.Guild, drafts: ReadonlyArray<Drafts["channel"]>): ReadonlyArray<World.GuildChannel> =>
  drafts.map((draft, i) => channel(guild, drafts, draft, i))

const channel = (
  guild: World.Guild,
  siblings: ReadonlyArray<Drafts["channel"]>,
  draft: Drafts["channel"],
  position: number
): World.GuildChannel => {
  const d = DEFAULTS.channel
  const thread = Object.hasOwn(THREAD_PARENTS, String(draft.type))
  const followed = thread ? siblings.find((c) => c.id === draft.parent_id) : draft
  return {
    id: draft.id ?? "",
    guild_id: guild.id,
    name: draft.name ?? "",
    type: draft.type ?? d.type,
    position: draft.position ?? position,
    parent_id: draft.parent_id ?? d.parent_id,
    nsfw: followed?.nsfw ?? d.nsfw,
    topic: draft.topic ?? d.topic,
    permission_overwrites: (draft.permission_overwrites ?? []).map((o) => ({
      id: o.id ?? "",
      type: o.type === 1 ? 1 : 0,
      allow: permissionsOr(o.allow, DEFAULTS.overwrite.allow),
      deny: permissionsOr(o.deny, DEFAULTS.overwrite.deny)
    })),
    ...beyond(draft, CHANNEL_EXTRAS, DEFAULTS.channel),
    ...archiveDuration(draft, "default_auto_archive_duration"),
    ...(thread
      ? {
          owner_id: draft.owner_id ?? guild.owner_id,
          archived: draft.archived ?? false,
          locked: draft.locked ?? false,
          ...archiveDuration(draft, "auto_archive_duration")
        }
      : {})
  }
}

/** The owner and the bots of installed applications are members by themselves. */
const members = (
  guild: World.Guild,
  drafts: ReadonlyArray<Drafts["member"]>,
  bots: ReadonlyArray<Snowflake>
): ReadonlyArray<World.Member> => {
  const listed = new Set(drafts.map((m) => m.user_id))
  const others = new Set([guild.owner_id, ...bots].filter((id) => !listed.has(id)))
  const d = DEFAULTS.member
  return [...drafts, ...[...others].map((user_id): Drafts["member"] => ({ user_id }))].map((draft) => ({
    guild_id: guild.id,
    user_id: draft.user_id ?? "",
    nick: draft.nick ?? d.nick,
    roles: texts(draft.roles),
    joined_at: draft.joined_at ?? d.joined_at,
    timed_out_until: draft.timed_out_until ?? d.timed_out_until
  }))
}

const botsOf = (
  installs: ReadonlyArray<World.GuildInstall>,
  botIds: ReadonlyMap<Snowflake, Snowflake>
): ReadonlyArray<Snowflake> =>
  installs.flatMap((i) => (i.scopes.includes("bot") ? [botIds.get(i.application_id) ?? ""] : []))

/** The bot scope brings applications.commands with it (service.md "Authentication"). */
const install = (guild_id: Snowflake, draft: Drafts["guild_install"]): World.GuildInstall => {
  const scopes = texts(draft.scopes ?? DEFAULTS.guild_install.scopes)
  return {
    guild_id,
    application_id: draft.application_id ?? "",
    scopes: scopes.includes("bot") ? [...new Set([...scopes, "applications.commands"])] : scopes,
    permissions: permissionsOr(draft.permissions, DEFAULTS.guild_install.permissions),
    ...beyond(draft, ["role_position"], DEFAULTS.guild_install)
  }
}
