/**
 * Loads the stored elements that an edit of one element needs: the element, what it refers to and what can clash with
 * it. That follows from what its kind says (`ofElement`); what a kind needs beside that is said here. `WorldRemovalParts`
 * adds what its removal needs. Inside a transaction.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { elementsOf, idsOf, type Target, type TargetKind, type WorldTarget } from "@backlot/domain/element/WorldTarget"
import { isTemplateCode } from "@backlot/domain/record/GuildTemplate"
import { managedRoleId } from "@backlot/domain/record/ManagedRole"
import { isDirect, isThread, type Listed, type World } from "@backlot/domain/record/World"
import { nameIn, type Owner } from "@backlot/domain/world/element/Element"
import { EDITABLE, editable } from "@backlot/domain/world/element/Elements"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as Read from "./PartReads.ts"
import { type Asked, accountsOf, field, found, idsIn, usersOf } from "./PartReads.ts"
import { belongingTo, isInGuild, LISTS, type ListStore, NOTHING } from "./WorldLists.ts"

export const forEdit = ({ target, body, method }: Asked): Body.Body<World, never, Secrets> => {
  const load = (OWN[target.kind] ?? ofElement) as Load<TargetKind>
  return Body.map(load(target, body, method), (part) => ({ ...NOTHING, ...part }) as World)
}

/** What an edit of one kind loads. */
type Load<K extends TargetKind> = (
  target: Target<K>,
  body: unknown,
  method: Asked["method"]
) => Body.Body<Read.Part, never, Secrets>

/** The element, what it and the body name, and of a new one who has its id; its siblings as its kind says. */
const ofElement = function* (target: WorldTarget, body: unknown, method: Asked["method"]) {
  const { list, edit } = editable(target)
  const id = idsOf(target).at(-1) ?? ""
  const own = yield* Read.whole(list, yield* Read.withNames(list, [id], target))
  const isNew = own.length === 0 && method === "put"
  return Read.joined(
    { [list]: own },
    isNew ? yield* Read.taken(list, [id]) : {},
    (edit.siblings === "new" && isNew) || (edit.siblings === "always" && method !== undefined)
      ? { [list]: yield* LISTS[list].of(...holderOf(target)) }
      : {},
    yield* Read.named([{ ...target, [`${target.kind}_id`]: undefined }, ...own, body], target)
  )
}

const holderOf = (target: WorldTarget): readonly [Owner, Snowflake] => {
  if ("guild_id" in target) return ["guild", target.guild_id]
  return ["application", "application_id" in target ? target.application_id : ""]
}

const inGuild = (list: Listed, guildId: Snowflake) => (LISTS[list] as ListStore<object>).of("guild", guildId)

/** What depends on an element, as its kind says. `members`: who leaves the guild with it. */
export const dependentsOf = function* (
  kind: TargetKind,
  guildId: Snowflake,
  { channel_id = "", members = [] }: { channel_id?: Snowflake; members?: ReadonlyArray<Snowflake> } = {}
) {
  const part: { [list: string]: ReadonlyArray<object> } = {}
  const { dependents = {} } = EDITABLE[kind].edit
  for (const [name, of] of Object.entries(dependents)) {
    // Object.entries widens the names of the table to string.
    const list = name as Listed
    const { by, existing } = Read.collectionOf(list)
    if (of === "guild") part[list] = yield* inGuild(list, guildId)
    else if (of === "channel") part[list] = yield* by("channel", channel_id)
    else part[list] = yield* existing(members.map((id) => [guildId, id]))
  }
  return part satisfies Read.Part
}

/** A member is edited more often than anything else, so this is written out. */
const ofMember = function* ({ guild_id, user_id }: Target<"member">, body: unknown) {
  const members = yield* found(Collections.members, guild_id, user_id)
  const held = body === undefined ? [] : [...members.flatMap((m) => m.roles), ...idsIn(field(body, "roles"))]
  // Theirs comes and goes with their boosts.
  const boosting = body !== undefined && (field(body, "premium_since") ?? members[0]?.premium_since) !== undefined
  const boosters = boosting ? yield* Collections.roles.by("boosters", guild_id) : []
  const all = new Set([...held, ...boosters.map(({ id }) => id)])
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    roles: yield* Collections.roles.existing([...all].map((role) => [guild_id, role])),
    members,
    bans: members.length > 0 ? [] : yield* found(Collections.bans, guild_id, user_id),
    ...(yield* accountsOf([user_id]))
  }
}

/** Who is banned leaves, with all that hangs on a member or on the installation of a bot. */
const ofBan = function* (target: Target<"ban">, body: unknown, method: Asked["method"]) {
  const { guild_id, user_id } = target
  const own = yield* ofElement(target, body, method)
  if (method === undefined) return own
  const [bot] = yield* Collections.applications.by("bot", user_id)
  const members = yield* found(Collections.members, guild_id, user_id)
  return Read.joined(
    own,
    { members },
    { guild_installs: bot === undefined ? [] : yield* found(Collections.guildInstalls, guild_id, bot.id) },
    members.length === 0 ? {} : yield* dependentsOf("member", guild_id, { members: [user_id] }),
    bot === undefined ? {} : yield* dependentsOf("guild_install", guild_id, { members: [user_id] })
  )
}

/** The rank of a new role depends on the others of its guild; there is one role of boosters, which boosters have. */
const ofRole = function* (target: Target<"role">, body: unknown, method: Asked["method"]) {
  const { guild_id, role_id } = target
  const own = yield* ofElement(target, body, method)
  const ofBoosters = field(body, "premium_subscriber") === true
  return Read.joined(
    own,
    ofBoosters
      ? {
          roles: yield* Collections.roles.by("boosters", guild_id),
          members: yield* LISTS.members.of("guild", guild_id)
        }
      : {},
    { guild_installs: method === "put" ? yield* withManaged([role_id]) : [] }
  )
}

/** Who comes to a channel shares the time of somebody who is there. */
const ofVoiceState = function* (target: Target<"voice_state">, body: unknown, method: Asked["method"]) {
  const there = yield* Body.forEach(idsIn(field(body, "channel_id")), (id) => Collections.voiceStates.by("channel", id))
  const other = there.flat().find(({ user_id }) => user_id !== target.user_id)
  return Read.joined(yield* ofElement(target, body, method), {
    members: yield* found(Collections.members, target.guild_id, target.user_id),
    voice_states: other === undefined ? [] : [other]
  })
}

/** The installations whose managed role has one of these ids. */
const withManaged = function* (ids: ReadonlyArray<Snowflake>) {
  const installs = ids.length === 0 ? [] : yield* Collections.guildInstalls.list([])
  return installs.filter((install) => ids.includes(managedRoleId(install)))
}

/**
 * A new channel goes below the lowest. What a channel holds depends on its type and its age restriction, who is connected
 * to it, its webhooks and its events on its type.
 */
const ofChannel = function* (target: Target<"channel">, body: unknown, method: Asked["method"]) {
  const { guild_id, channel_id } = target
  const [stored] = (yield* found(Collections.channels, channel_id)).filter(isInGuild)
  const own = stored?.guild_id === guild_id ? stored : undefined
  const overwrites = [
    ...(own?.permission_overwrites ?? []).map((o) => o.id),
    ...idsIn(field(body, "permission_overwrites"))
  ]
  const keys = [...new Set(overwrites)].map((target) => [guild_id, target])
  const isDecided = own !== undefined && (method === "put" || DECISIVE.some((name) => field(body, name) !== undefined))
  const lowest = own === undefined && method !== undefined
  return Read.joined(
    {
      guilds: yield* found(Collections.guilds, guild_id),
      roles: yield* Collections.roles.existing(keys),
      members: yield* Collections.members.existing(keys),
      // Their managed roles.
      guild_installs: keys.length === 0 ? [] : yield* Collections.guildInstalls.list([guild_id]),
      channels: yield* Read.withNames("channels", [
        channel_id,
        ...idsIn(own?.parent_id),
        ...idsIn(field(body, "parent_id"))
      ]),
      direct_channels: yield* Read.withNames("direct_channels", [channel_id]),
      ...(yield* accountsOf([
        ...idsIn(own?.owner_id),
        ...(own?.members ?? []).map(({ user_id }) => user_id),
        ...idsIn(field(body, "owner_id")),
        ...elementsOf(body, "members").flatMap(({ user_id }) => idsIn(user_id))
      ]))
    },
    { channels: lowest ? yield* Collections.channels.lastBy("position", [guild_id]) : [] },
    isDecided ? yield* dependentsOf("channel", guild_id, { channel_id }) : {},
    { channels: isDecided && !isThread(own) ? yield* heldBy(target) : [] }
  )
}

/** The fields on which they depend. */
const DECISIVE = ["type", "nsfw", "available_tags"]

/** The threads of a channel, or the channels of a category. */
export const heldBy = ({ guild_id, channel_id }: Target<"channel">) =>
  Body.map(Collections.channels.by("parent", guild_id, channel_id), (held) => held.filter(isInGuild))

/** A bot that loses its scope leaves all that names it, and its role goes with it. */
const ofGuildInstall = function* (target: Target<"guild_install">, body: unknown, method: Asked["method"]) {
  const { guild_id, application_id } = target
  const bots = (yield* found(Collections.applications, application_id)).map(({ bot }) => bot.id)
  const given = idsIn(field(body, "role_id"))
  const isLosing =
    method === "put" || ["scopes", "permissions", "role_id"].some((name) => field(body, name) !== undefined)
  return Read.joined(
    yield* ofElement(target, body, method),
    {
      guild_installs: yield* withManaged(given),
      members: yield* Collections.members.existing(bots.map((bot) => [guild_id, bot])),
      bans: yield* Collections.bans.existing(bots.map((bot) => [guild_id, bot]))
    },
    yield* Read.taken("roles", given),
    isLosing ? yield* dependentsOf("guild_install", guild_id, { members: bots }) : {}
  )
}

const ofGuild = function* (target: Target<"guild">, body: unknown) {
  const { guild_id } = target
  const guilds = yield* found(Collections.guilds, guild_id)
  const { commands: _, ...own } = yield* belongingTo("guild", guild_id)
  const managed = elementsOf(body, "installs").flatMap((install) => idsIn(install["role_id"]))
  // A new guild gives its own id to @everyone.
  const roles = [...(guilds.length === 0 ? [guild_id] : []), ...managed]
  const [installs, invites] = [field(body, "installs"), field(body, "invites")]
  const applications = Read.namesOf("applications", [own.guild_installs, own.invites, installs, invites])
  const known = yield* Collections.applications.existing([...new Set(applications)].map((id) => [id]))
  return Read.joined(
    {
      guilds: [
        ...guilds,
        ...(yield* withVanity(field(body, "vanity_url_code"))),
        ...(yield* withTemplate(field(field(body, "template"), "code")))
      ]
    },
    yield* ofHeld(target, own, body),
    yield* Read.taken("roles", roles),
    { guild_installs: yield* withManaged([...roles, ...Read.listed(body, "roles", "id")]) },
    yield* accountsOf(Read.namesOf("account", [guilds, Object.values(own), body]), known)
  )
}

/** The guild that has a vanity URL. */
const withVanity = (code: unknown) =>
  typeof code === "string" ? Collections.guilds.by("vanity", text(code.toLowerCase())) : Body.succeed([])

/** Guilds whose template has this code. */
const withTemplate = (code: unknown) =>
  isTemplateCode(code) ? Collections.guilds.by("template", text(code)) : Body.succeed([])

/**
 * The lists that an element holds, and who has an id already that its body gives. An edit of something else leaves the
 * files unread, and as they are.
 */
const ofHeld = function* (target: WorldTarget, own: Read.Part, body: unknown) {
  const parts: Array<Read.Part> = []
  for (const [name, kind] of Object.entries(editable(target).holds ?? {})) {
    if (body !== undefined && field(body, name) === undefined) continue
    const records = own[kind.list] ?? []
    const known = new Set(records.map((record) => Reflect.get(record, nameIn(kind))))
    const fresh = Read.listed(body, name, nameIn(kind)).filter((id) => !known.has(id))
    parts.push(
      { [kind.list]: yield* Read.whole(kind.list, records) },
      yield* Read.taken(kind.list, [...new Set(fresh)])
    )
  }
  return Read.joined(...parts, own)
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
const ofApplication = function* (target: Target<"application">, body: unknown, method: Asked["method"]) {
  const { application_id } = target
  const own = yield* found(Collections.applications, application_id)
  const bots = own.length > 0 ? [] : [application_id, ...idsIn(field(field(body, "bot"), "id"))]
  const { applications: rivals } = yield* accountsOf(bots)
  const { holders, tokens } = yield* holdersOf(body)
  const changes = method === "put" || field(body, "flags") !== undefined || field(body, "discoverable") !== undefined
  const application_emojis = yield* LISTS.application_emojis.of("application", application_id)
  const entitlements = yield* LISTS.entitlements.of("application", application_id)
  const sources = [own.map(({ owner_id, team }) => ({ owner_id, team })), entitlements, body]
  return Read.joined(
    {
      applications: [...own, ...rivals, ...holders],
      guilds: yield* Read.withNames("guilds", Read.namesOf("guilds", [entitlements, field(body, "entitlements")])),
      users: yield* usersOf([...bots, ...Read.namesOf("account", sources)]),
      tokens,
      commands: changes ? yield* Collections.commands.list([application_id]) : [],
      command_permissions: changes ? yield* Collections.commandPermissions.list([application_id]) : []
    },
    yield* ofHeld(target, { application_emojis, entitlements }, body)
  )
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

/** What needs more than its kind says, or is read often. */
const OWN: { readonly [K in TargetKind]?: Load<K> } = {
  application: ofApplication,
  user: ofUser,
  guild: ofGuild,
  role: ofRole,
  channel: ofChannel,
  member: ofMember,
  ban: ofBan,
  voice_state: ofVoiceState,
  guild_install: ofGuildInstall,
  direct_channel: ofDirectChannel
}
