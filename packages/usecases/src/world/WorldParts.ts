/**
 * Loads the stored elements that an edit of one element needs: the element, what it refers to and what can clash with
 * it; and those that go with a removed element or prevent its removal. Inside a transaction.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { elementsOf, type Target, type WorldTarget } from "@backlot/domain/element/WorldTarget"
import { managedRoleId } from "@backlot/domain/record/ManagedRole"
import type { Channel, GuildChannel, GuildInstall, Listed, Lists, World } from "@backlot/domain/record/World"
import { isDirect, isThread } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Record } from "effect"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { belongingTo, isInGuild, LISTS, NOTHING } from "./WorldLists.ts"
import { accountsOf, field, found, idsIn, listed, usersOf } from "./WorldNear.ts"

/** An edit; without `method` the element is only read. */
export interface Asked {
  readonly method?: "put" | "patch"
  readonly target: WorldTarget
  readonly body?: unknown
}

export const forEdit = (asked: Asked): Body.Body<World, never, Secrets> =>
  Body.map(partOf(asked), (part): World => ({ ...NOTHING, ...part }))

const partOf = ({ target, body, method }: Asked): Body.Body<Partial<World>, never, Secrets> => {
  switch (target.kind) {
    case "application":
      return ofApplication(target, body, method)
    case "user":
      return ofUser(target, body)
    case "user_install":
      return ofUserInstall(target)
    case "guild":
      return ofGuild(target, body)
    case "role":
      return ofRole(target, method)
    case "channel":
      return ofChannel(target, body, method)
    case "member":
      return ofMember(target, body)
    case "ban":
      return ofBan(target, method)
    case "webhook":
      return ofWebhook(target, body)
    case "guild_install":
      return ofGuildInstall(target, body, method)
    case "direct_channel":
      return ofDirectChannel(target, body)
  }
}

const channelsOf = (guildId: Snowflake) => LISTS.channels.of("guild", guildId)

const ofMember = function* ({ guild_id, user_id }: Target<"member">, body: unknown) {
  const members = yield* found(Collections.members, guild_id, user_id)
  const held = body === undefined ? [] : [...members.flatMap((m) => m.roles), ...idsIn(field(body, "roles"))]
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    roles: yield* Collections.roles.existing([...new Set(held)].map((role) => [guild_id, role])),
    members,
    bans: members.length > 0 ? [] : yield* found(Collections.bans, guild_id, user_id),
    ...(yield* accountsOf([user_id]))
  }
}

/** Who is banned leaves, with all that hangs on a member or on the installation of a bot. */
const ofBan = function* ({ guild_id, user_id }: Target<"ban">, method: Asked["method"]) {
  const own = { ...(yield* ofMember({ kind: "member", guild_id, user_id }, undefined)) }
  const bans = yield* found(Collections.bans, guild_id, user_id)
  if (method === undefined) return { ...own, bans }
  const [bot] = own.applications
  const guild_installs = bot === undefined ? [] : yield* found(Collections.guildInstalls, guild_id, bot.id)
  return {
    ...own,
    bans,
    guild_installs,
    channels: own.members.length + guild_installs.length === 0 ? [] : yield* channelsOf(guild_id),
    command_permissions: bot === undefined ? [] : yield* LISTS.command_permissions.of("guild", guild_id)
  }
}

/** Another guild can have the id of a new webhook. */
const ofWebhook = function* ({ guild_id, webhook_id }: Target<"webhook">, body: unknown) {
  const webhooks = yield* found(Collections.webhooks, webhook_id)
  const own = webhooks.filter((webhook) => webhook.guild_id === guild_id)
  const channels = [...own.map((w) => w.channel_id), ...idsIn(field(body, "channel_id"))]
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    channels: (yield* Collections.channels.existing([...new Set(channels)].map((id) => [id]))).filter(isInGuild),
    webhooks,
    ...(yield* accountsOf([...own.flatMap(({ user_id }) => idsIn(user_id)), ...idsIn(field(body, "user_id"))]))
  }
}

const ofRole = function* ({ guild_id, role_id }: Target<"role">, method: Asked["method"]) {
  const own = yield* found(Collections.roles, guild_id, role_id)
  // A new role goes above the others of its guild, and its id must be new in every guild.
  const isNew = own.length === 0 && method === "put"
  const all = isNew ? yield* Collections.roles.list([]) : own
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    roles: all.filter((role) => role.guild_id === guild_id || role.id === role_id),
    guild_installs: isNew ? yield* withManaged([role_id]) : []
  }
}

/** The installations whose managed role has one of these ids. */
const withManaged = function* (ids: ReadonlyArray<Snowflake>) {
  const installs = ids.length === 0 ? [] : yield* Collections.guildInstalls.list([])
  return installs.filter((install) => ids.includes(managedRoleId(install)))
}

const ofChannel = function* (target: Target<"channel">, body: unknown, method: Asked["method"]) {
  const { guild_id, channel_id } = target
  const [stored] = (yield* found(Collections.channels, channel_id)).filter(isInGuild)
  const own = stored?.guild_id === guild_id ? stored : undefined
  const holders = [...idsIn(own?.parent_id), ...idsIn(field(body, "parent_id"))]
  const named = [...(own?.permission_overwrites ?? []).map((o) => o.id), ...idsIn(field(body, "permission_overwrites"))]
  const keys = [...new Set(named)].map((target) => [guild_id, target])
  const near: ReadonlyArray<Channel> = [
    ...(yield* Collections.channels.existing([...new Set([channel_id, ...holders])].map((one) => [one]))),
    ...(yield* besideChannel(own, target, body, method))
  ]
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    roles: yield* Collections.roles.existing(keys),
    members: yield* Collections.members.existing(keys),
    // Their managed roles.
    guild_installs: keys.length === 0 ? [] : yield* Collections.guildInstalls.list([guild_id]),
    ...(yield* accountsOf([...idsIn(own?.owner_id), ...idsIn(field(body, "owner_id"))])),
    webhooks:
      own !== undefined && isDecisive(body, method) ? yield* Collections.webhooks.by("channel", channel_id) : [],
    channels: [...new Map(near.filter(isInGuild).map((channel) => [channel.id, channel])).values()],
    direct_channels: near.filter(isDirect)
  }
}

/** A new channel goes below the lowest. What a channel holds depends on its type and its age restriction. */
const besideChannel = (
  own: GuildChannel | undefined,
  target: Target<"channel">,
  body: unknown,
  method: Asked["method"]
): Body.Body<ReadonlyArray<Channel>> => {
  if (method === undefined) return Body.succeed([])
  if (own === undefined) return Collections.channels.lastBy("position", [target.guild_id])
  return isDecisive(body, method) && !isThread(own) ? heldBy(target) : Body.succeed([])
}

/** The threads of a channel, or the channels of a category. */
const heldBy = ({ guild_id, channel_id }: Target<"channel">) =>
  Body.map(Collections.channels.by("parent", guild_id, channel_id), (held) => held.filter(isInGuild))

/** The fields on which they, and the webhooks of a channel, depend. */
const DECISIVE = ["type", "nsfw"]

const isDecisive = (body: unknown, method: Asked["method"]): boolean =>
  method === "put" || DECISIVE.some((name) => field(body, name) !== undefined)

/** Channels of a guild, and channels of elsewhere that have an id already that the guild gives. */
const withTaken = function* (own: ReadonlyArray<GuildChannel>, given: ReadonlyArray<Snowflake>) {
  const fresh = new Set(given)
  for (const channel of own) fresh.delete(channel.id)
  const taken: ReadonlyArray<Channel> = yield* Collections.channels.existing([...fresh].map((channel) => [channel]))
  return {
    channels: [...own, ...taken.filter(isInGuild)],
    direct_channels: taken.filter(isDirect)
  }
}

/** The same for webhooks. */
const withTakenWebhooks = function* (own: World["webhooks"], given: ReadonlyArray<Snowflake>) {
  const fresh = new Set(given)
  for (const { id } of own) fresh.delete(id)
  return [...own, ...(yield* Collections.webhooks.existing([...fresh].map((id) => [id])))]
}

const ofGuildInstall = function* (
  { guild_id, application_id }: Target<"guild_install">,
  body: unknown,
  method: Asked["method"]
) {
  const applications = yield* found(Collections.applications, application_id)
  const own = yield* found(Collections.guildInstalls, guild_id, application_id)
  const given = idsIn(field(body, "role_id"))
  const isLosing =
    method === "put" || ["scopes", "permissions", "role_id"].some((name) => field(body, name) !== undefined)
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    guild_installs: [
      ...own,
      ...(yield* withManaged(given)).filter((install) => !own.some((one) => sameKey(one, install)))
    ],
    roles: yield* takenRoles([], given),
    applications,
    members: yield* Collections.members.existing(applications.map(({ bot }) => [guild_id, bot.id])),
    bans: yield* Collections.bans.existing(applications.map(({ bot }) => [guild_id, bot.id])),
    // A bot that loses its scope leaves the overwrites of channels, and its role leaves what names it.
    channels: isLosing ? yield* channelsOf(guild_id) : [],
    command_permissions: isLosing ? yield* LISTS.command_permissions.of("guild", guild_id) : []
  }
}

const sameKey = (a: GuildInstall, b: GuildInstall) => a.guild_id === b.guild_id && a.application_id === b.application_id

const ofGuild = function* ({ guild_id }: Target<"guild">, body: unknown) {
  const guilds = yield* found(Collections.guilds, guild_id)
  const { commands: _, ...own } = yield* belongingTo("guild", guild_id)
  const { roles, channels, guild_installs, webhooks } = own
  const installed = [...guild_installs.map((i) => i.application_id), ...idsIn(field(body, "installs"))]
  const applications = yield* Collections.applications.existing(
    [...new Set(installed)].map((application) => [application])
  )
  const people = peopleIn([guilds, Object.values(own), body])
  const managed = elementsOf(body, "installs").flatMap((install) => idsIn(install["role_id"]))
  const given = [...(guilds.length === 0 ? [guild_id] : []), ...listed(body, "roles"), ...managed]
  const rivals = (yield* withManaged(given)).filter((install) => install.guild_id !== guild_id)
  return {
    ...own,
    guilds,
    roles: [...roles, ...(yield* takenRoles(roles, given))],
    guild_installs: [...guild_installs, ...rivals],
    webhooks: yield* withTakenWebhooks(webhooks, listed(body, "webhooks")),
    ...(yield* withTaken(channels, listed(body, "channels"))),
    ...(yield* accountsOf(people, applications))
  }
}

/** The accounts that records or the elements of a body name. */
const peopleIn = (value: unknown): ReadonlyArray<Snowflake> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, held]) =>
    name === "user_id" || name === "owner_id" ? idsIn(held) : peopleIn(held)
  )
}

/** Roles of other guilds with an id that this guild gives; a new guild gives its own id to @everyone. */
const takenRoles = function* (own: World["roles"], given: ReadonlyArray<Snowflake>) {
  const fresh = new Set(given)
  for (const role of own) fresh.delete(role.id)
  return fresh.size === 0 ? [] : (yield* Collections.roles.list([])).filter((role) => fresh.has(role.id))
}

const ofUserInstall = function* ({ user_id, application_id }: Target<"user_install">) {
  return {
    users: yield* found(Collections.users, user_id),
    applications: yield* found(Collections.applications, application_id),
    user_installs: yield* found(Collections.userInstalls, user_id, application_id)
  }
}

const ofUser = function* ({ user_id }: Target<"user">, body: unknown) {
  const username = field(body, "username")
  const user_installs = yield* Collections.userInstalls.list([user_id])
  const { users, applications } = yield* accountsOf([user_id])
  const installed = new Set([...user_installs.map((i) => i.application_id), ...idsIn(field(body, "installs"))])
  for (const { id: bot } of applications) installed.delete(bot)
  const known = yield* Collections.applications.existing([...installed].map((application) => [application]))
  const namesakes = typeof username === "string" ? yield* Collections.users.list([]) : []
  return {
    users: [...users, ...namesakes.filter((user) => user.username === username && user.id !== user_id)],
    applications: [...applications, ...known],
    user_installs
  }
}

/** Its commands count where its flags or its discovery may change: for its entry point, and for age restriction. */
const ofApplication = function* ({ application_id }: Target<"application">, body: unknown, method: Asked["method"]) {
  const own = yield* found(Collections.applications, application_id)
  const bots = own.length > 0 ? [] : [application_id, ...idsIn(field(field(body, "bot"), "id"))]
  const owners = [...own.map((a) => a.owner_id), ...idsIn(field(body, "owner_id"))]
  const { applications: rivals } = yield* accountsOf(bots)
  const { holders, tokens } = yield* holdersOf(body)
  const others = new Map([...rivals, ...holders].map((a) => [a.id, a]))
  others.delete(application_id)
  const changes = method === "put" || field(body, "flags") !== undefined || field(body, "discoverable") !== undefined
  return {
    applications: [...own, ...others.values()],
    users: yield* usersOf([...bots, ...owners]),
    tokens,
    commands: changes ? yield* Collections.commands.list([application_id]) : [],
    command_permissions: changes ? yield* Collections.commandPermissions.list([application_id]) : []
  }
}

/** Applications and tokens that have the secrets of a body already. */
const holdersOf = function* (body: unknown) {
  const { sha256 } = yield* Body.use(Secrets)
  const [secret, token] = [field(body, "client_secret"), field(field(body, "bot"), "token")]
  const credential = typeof token === "string" ? yield* Collections.credentials.get(text(sha256(token))) : undefined
  const bots = credential?.kind === "bot" ? yield* found(Collections.applications, credential.application_id) : []
  const all = typeof secret === "string" ? yield* Collections.applications.list([]) : []
  return {
    holders: [...bots, ...all.filter((a) => a.client_secret === secret)],
    tokens: credential === undefined ? [] : Collections.tokensOf(credential)
  }
}

const ofDirectChannel = function* ({ channel_id }: Target<"direct_channel">, body: unknown) {
  const own = yield* found(Collections.channels, channel_id)
  const recipients = own.filter(isDirect).flatMap((c) => c.recipients)
  const named = new Set([...recipients, ...idsIn(field(body, "recipients"))])
  const others = body === undefined ? [] : yield* Collections.channels.by("pair", ...Collections.pairOf([...named]))
  const near = [...own, ...others.filter((c) => c.id !== channel_id)]
  return {
    channels: near.filter(isInGuild),
    direct_channels: near.filter(isDirect),
    ...(yield* accountsOf(body === undefined ? [] : named))
  }
}

/** The messages of channels are not loaded: `WorldChanges` deletes them with their channel. */
export const forRemoval = function* (target: WorldTarget) {
  const near = yield* forEdit({ target })
  return { ...near, ...(yield* dependentsOf(target, near)) } satisfies World
}

const dependentsOf = (target: WorldTarget, near: World): Body.Body<Partial<World>, never, Secrets> => {
  switch (target.kind) {
    case "application":
      return removedApplication(target.application_id)
    case "user":
      return ofAccount(target.user_id)
    case "guild":
      return Body.map(LISTS.commands.of("guild", target.guild_id), (commands) => ({ commands }))
    case "role":
    case "channel":
    case "member":
    case "guild_install":
      return besideInGuild(target, near)
    case "ban":
    case "webhook":
    case "user_install":
    case "direct_channel":
      return Body.succeed({})
  }
}

const besideInGuild = function* (
  target: Extract<WorldTarget, { readonly guild_id: Snowflake }>,
  { members, channels, applications: [bot] }: World
) {
  const { kind, guild_id } = target
  return {
    channels: kind === "channel" ? [...channels, ...(yield* heldBy(target))] : yield* channelsOf(guild_id),
    webhooks: kind === "channel" ? yield* Collections.webhooks.by("channel", target.channel_id) : [],
    command_permissions: kind === "member" ? [] : yield* LISTS.command_permissions.of("guild", guild_id),
    members: kind === "role" ? yield* LISTS.members.of("guild", guild_id) : members,
    guild_installs: bot === undefined ? [] : yield* found(Collections.guildInstalls, guild_id, bot.id)
  }
}

/** What a user or a bot has, and all guilds, channels and applications, which it can belong to. */
const ofAccount = function* (accountId: Snowflake) {
  const { users: _, ...own } = yield* belongingTo("user", accountId)
  return {
    ...own,
    guilds: yield* LISTS.guilds.all,
    applications: yield* LISTS.applications.all,
    channels: yield* LISTS.channels.all,
    direct_channels: yield* LISTS.direct_channels.all
  }
}

const removedApplication = function* (applicationId: Snowflake) {
  const application = yield* Collections.applications.get(applicationId)
  const ofBot = yield* ofAccount(application?.bot.id ?? applicationId)
  const own = {
    ...(yield* belongingTo("application", applicationId)),
    // Those of other applications may name the role of its bot.
    command_permissions: yield* LISTS.command_permissions.all
  }
  return Record.map(ofBot as Readonly<Record<Listed, ReadonlyArray<object>>>, (records, list) => [
    ...records,
    ...own[list]
  ]) as unknown as Partial<Lists>
}
