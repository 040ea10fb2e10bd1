/** A guild, with its roles, channels, members and installations. */
import { Schema } from "effect"
import type { Snowflake } from "../../base/Snowflake.ts"
import { elementsOf, type FileElement, type Target } from "../../element/WorldTarget.ts"
import { DEFAULTS } from "../../guild/WorldDefaults.ts"
import type { Guild, World } from "../../record/World.ts"
import { Any, field, Id, list, Text } from "../../validation/Shape.ts"
import { distinct, each, length, type Rules, required } from "../rule/Check.ts"
import { inside, type Place } from "../rule/Place.ts"
import { type GuildReferences, referencesIn, withGuild } from "../rule/References.ts"
import { idOf, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as Channel from "./ChannelElement.ts"
import { type Editable, judging, type Reported, replaced, type Stored, sorted, withoutGuild } from "./Element.ts"
import * as Install from "./GuildInstallElement.ts"
import * as Member from "./MemberElement.ts"
import { withoutMessages } from "./MessageElement.ts"
import * as Role from "./RoleElement.ts"

export const shape = Schema.Struct({
  id: field(Id),
  name: field(Text),
  owner_id: field(Id),
  preferred_locale: field(Text),
  features: field(list(Any)),
  roles: field(list(Role.shape)),
  channels: field(list(Channel.shape)),
  members: field(list(Member.shape)),
  installs: field(list(Install.shape))
}).annotate({ identifier: "guild" })

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => {
  const guilds = own.map((g) => ({ ...g, guild_id: g.value.id ?? "" }))
  return {
    guild: guilds,
    ...Role.places(inside(guilds, "roles", (g) => g.roles)),
    ...Channel.places(inside(guilds, "channels", (g) => g.channels)),
    ...Member.places(inside(guilds, "members", (g) => g.members)),
    ...Install.places(inside(guilds, "installs", (g) => g.installs))
  }
}

export const rules = {
  guild: {
    id: [required],
    name: [required, length(1, 100)],
    owner_id: [required, Value.user],
    preferred_locale: [Value.locale],
    features: [each(Value.text), distinct],
    roles: [],
    channels: [],
    members: [],
    installs: []
  } satisfies Rules<Draft>,
  ...Role.rules,
  ...Channel.rules,
  ...Member.rules,
  ...Install.rules
}

export const ids: UniqueRule<{ readonly guild: ReadonlyArray<Place<Draft>> }> = uniqueIds("guild", (p) => idOf(p.guild))

/** The bot user of an application; undefined when there is no such application. */
type BotOf = (applicationId: Snowflake) => Snowflake | undefined

/** What the elements of a guild can refer to in it. */
export const references = (id: Snowflake, draft: Draft, botOf: BotOf): GuildReferences => {
  const bots = (draft.installs ?? []).flatMap((i) => {
    const bot = botOf(i.application_id ?? "")
    return bot && Value.hasBotScope(i.scopes) ? [bot] : []
  })
  const roles = new Set([id, ...(draft.roles ?? []).map((r) => r.id)])
  const members = new Set([draft.owner_id, ...(draft.members ?? []).map((m) => m.user_id), ...bots])
  // Of several channels with one id the first counts: the others are at fault.
  const channels = new Map((draft.channels ?? []).toReversed().map((c) => [c.id, c.type ?? DEFAULTS.channel.type]))
  return {
    role: (role) => roles.has(role),
    member: (member) => members.has(member),
    channelType: (channel) => channels.get(channel)
  }
}

/** What a guild holds. */
export type Held = Pick<World, "roles" | "channels" | "members" | "guild_installs">

export const build = (draft: Draft, botOf: BotOf): Held & { readonly guild: Guild } => {
  const guild: Guild = {
    id: draft.id ?? "",
    name: draft.name ?? "",
    owner_id: draft.owner_id ?? "",
    preferred_locale: Value.localeOr(draft.preferred_locale, DEFAULTS.guild.preferred_locale),
    features: Value.texts(draft.features)
  }
  const channels = draft.channels ?? []
  const parentNsfw = (id: string | null | undefined) => channels.find((c) => c.id === id)?.nsfw
  const guild_installs = (draft.installs ?? []).map((i) => Install.build(guild.id, i))
  const bots = guild_installs.flatMap((i) => (i.scopes.includes("bot") ? [botOf(i.application_id) ?? ""] : []))
  return {
    guild,
    roles: Role.buildAll(guild.id, draft.roles ?? []),
    channels: channels.map((c, i) => Channel.build(guild, c, i, parentNsfw)),
    members: members(guild, draft.members ?? [], bots),
    guild_installs
  }
}

/** The owner and the bots of installed applications are members by themselves. */
const members = (guild: Guild, drafts: ReadonlyArray<Member.Draft>, bots: ReadonlyArray<Snowflake>) => {
  const listed = new Set(drafts.map((m) => m.user_id))
  const others = new Set([guild.owner_id, ...bots].filter((id) => !listed.has(id)))
  return [...drafts, ...[...others].map((user_id) => ({ user_id }))].map((m) => Member.build(guild.id, m))
}

/** `held`: in the order of ids. */
export const toFile = (guild: Guild, { roles, channels, members, guild_installs }: Held) => ({
  ...guild,
  roles: roles.map(withoutGuild),
  channels: channels.map(Channel.toFile),
  members: members.map(withoutGuild),
  installs: guild_installs.map(withoutGuild)
})

type Places = ReturnType<typeof places> & {
  readonly direct_channel?: ReadonlyArray<Place<{ readonly id?: string | null }>>
}

const judge = judging<Draft, Places>({
  shape,
  places,
  rules,
  unique: [
    Role.uniqueRoles,
    Channel.uniqueChannels,
    Install.uniqueInstalls,
    Member.uniqueMembers,
    Channel.uniqueOverwrites
  ]
})

export const element: Stored<Guild> & Reported<Guild> & Editable<Target<"guild">> = {
  collections: ["guild"],
  key: (g) => [g.id],
  event: (guild) => ({ guild_id: guild.id, guild }),
  kept: ["roles", "channels", "members", "installs"],
  lists: ["roles", "channels", "members", "installs"],
  find: (world, { guild_id }) => {
    const found = world.guilds.find((g) => g.id === guild_id)
    return found && toFile(found, heldBy(world, guild_id))
  },
  withoutDropped: (world, { guild_id }, before, after) => withoutDroppedLists(world, guild_id, before, after),
  put: (world, { guild_id }, fields, mint) => {
    const botOf: BotOf = (id) => world.applications.find((a) => a.id === id)?.bot.id
    return judge(
      fields,
      {
        references: (draft) => withGuild(referencesIn(world), guild_id, references(guild_id, draft, botOf)),
        rivals: (draft) => ({
          ...Role.rivals(world, [guild_id, ...idsIn(draft.roles)], guild_id),
          ...Channel.rivals(world, idsIn(draft.channels), guild_id)
        }),
        mint
      },
      (draft) => adopted(world, build(draft, botOf))
    )
  },
  remove: (world, { guild_id }) => withoutGuildItself(world, guild_id)
}

const idsIn = (drafts: ReadonlyArray<{ readonly id?: string | null }> | null | undefined) =>
  (drafts ?? []).flatMap(({ id }) => (id ? [id] : []))

const heldBy = (world: World, guildId: Snowflake): Held => {
  const inGuild = ({ guild_id }: { readonly guild_id: Snowflake }) => guild_id === guildId
  return inOrder({
    roles: world.roles.filter(inGuild),
    channels: world.channels.filter(inGuild),
    members: world.members.filter(inGuild),
    guild_installs: world.guild_installs.filter(inGuild)
  })
}

export const inOrder = ({ roles, channels, members, guild_installs }: Held): Held => ({
  roles: sorted(Role.element, roles),
  channels: sorted(Channel.element, channels),
  members: sorted(Member.element, members),
  guild_installs: sorted(Install.element, guild_installs)
})

const adopted = (world: World, { guild, ...parts }: Held & { readonly guild: Guild }): World => {
  const elsewhere = ({ guild_id }: { readonly guild_id: Snowflake }) => guild_id !== guild.id
  const held = inOrder(parts)
  return {
    ...world,
    guilds: replaced(world.guilds, (g) => g.id === guild.id, guild),
    roles: [...world.roles.filter(elsewhere), ...held.roles],
    channels: [...world.channels.filter(elsewhere), ...held.channels],
    members: [...world.members.filter(elsewhere), ...held.members],
    guild_installs: [...world.guild_installs.filter(elsewhere), ...held.guild_installs]
  }
}

/** What a list no longer holds goes with all that hangs on it, as by DELETE. */
const withoutDroppedLists = (world: World, guildId: Snowflake, before: FileElement, after: FileElement): World => {
  const dropped = (list: string, key: string) => minus(listed(before, list, key), listed(after, list, key))
  const botsIn = (guild: FileElement) => {
    const installs = elementsOf(guild, "installs").filter(Install.hasBot)
    return Install.botsOf(world, listed({ installs }, "installs", "application_id"))
  }
  const bots = botsIn(after)
  const leaving = minus(dropped("members", "user_id"), new Set([...bots, String(after["owner_id"])]))
  return [
    (w: World) => Install.withoutInstalls(w, guildId, dropped("installs", "application_id")),
    (w: World) => Member.withoutMembers(w, guildId, new Set([...leaving, ...minus(botsIn(before), bots)])),
    (w: World) => Role.withoutRoles(w, guildId, minus(dropped("roles", "id"), new Set([guildId]))),
    (w: World) => Channel.withoutChannels(w, guildId, dropped("channels", "id"))
  ].reduce((left, step) => step(left), world)
}

const minus = (ids: ReadonlySet<Snowflake>, others: ReadonlySet<Snowflake>): ReadonlySet<Snowflake> =>
  new Set([...ids].filter((id) => !others.has(id)))

const listed = (around: FileElement, list: string, key: string): ReadonlySet<Snowflake> =>
  new Set(elementsOf(around, list).map((element) => String(element[key])))

const withoutGuildItself = (world: World, guildId: Snowflake): World => {
  const elsewhere = ({ guild_id }: { readonly guild_id?: Snowflake }) => guild_id !== guildId
  const gone = new Set(world.channels.filter((c) => c.guild_id === guildId).map((c) => c.id))
  return {
    ...world,
    guilds: world.guilds.filter((g) => g.id !== guildId),
    roles: world.roles.filter(elsewhere),
    channels: world.channels.filter(elsewhere),
    members: world.members.filter(elsewhere),
    guild_installs: world.guild_installs.filter(elsewhere),
    commands: world.commands.filter(elsewhere),
    command_permissions: world.command_permissions.filter(elsewhere),
    messages: withoutMessages(world, gone)
  }
}
