/**
 * Loads the stored elements that an edit of one element needs: the element, what it refers to and what can clash with
 * it. `WorldRemovalParts` adds what its removal needs. Inside a transaction.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { elementsOf, type Target } from "@backlot/domain/element/WorldTarget"
import { managedRoleId } from "@backlot/domain/record/ManagedRole"
import type { Channel, GuildChannel, GuildInstall, VoiceState, World } from "@backlot/domain/record/World"
import { isDirect, isThread } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { ofAutoModerationRule } from "./AutoModerationParts.ts"
import { ofApplicationEmoji, ofEmoji, withTakenEmojis } from "./EmojiParts.ts"
import { entitlementsOf, ofEntitlement } from "./EntitlementParts.ts"
import { eventsOfChannel, ofScheduledEvent, ofStageInstance, withTakenEvents } from "./EventParts.ts"
import { ofInvite, USERS, withTemplate, withVanity } from "./InviteParts.ts"
import { type Asked, accountsOf, field, found, idsIn, invitesOf, listed, usersOf } from "./PartReads.ts"
import { ofSound, withTakenSounds } from "./SoundParts.ts"
import { ofSticker, withTakenStickers } from "./StickerParts.ts"
import { ofVoiceState, voiceOf } from "./VoiceParts.ts"
import { ofWebhook, withTakenWebhooks } from "./WebhookParts.ts"
import { belongingTo, isInGuild, LISTS, NOTHING } from "./WorldLists.ts"

export const forEdit = (asked: Asked): Body.Body<World, never, Secrets> =>
  Body.map(partOf(asked), (part): World => ({ ...NOTHING, ...part }))

const partOf = ({ target, body, method }: Asked): Body.Body<Partial<World>, never, Secrets> => {
  switch (target.kind) {
    case "application":
      return ofApplication(target, body, method)
    case "application_emoji":
      return ofApplicationEmoji(target, method)
    case "entitlement":
      return ofEntitlement(target, body, method)
    case "user":
      return ofUser(target, body)
    case "user_install":
      return ofUserInstall(target)
    case "guild":
      return ofGuild(target, body)
    case "role":
      return ofRole(target, body, method)
    case "channel":
      return ofChannel(target, body, method)
    case "member":
      return ofMember(target, body)
    case "ban":
      return ofBan(target, method)
    case "voice_state":
      return ofVoiceState(target, body)
    case "invite":
      return ofInvite(target, body)
    case "webhook":
      return ofWebhook(target, body)
    case "scheduled_event":
      return ofScheduledEvent(target, body, method)
    case "stage_instance":
      return ofStageInstance(target, body)
    case "sticker":
      return ofSticker(target, body, method)
    case "auto_moderation_rule":
      return ofAutoModerationRule(target, body, method)
    case "soundboard_sound":
      return ofSound(target, body, method)
    case "emoji":
      return ofEmoji(target, body, method)
    case "guild_install":
      return ofGuildInstall(target, body, method)
    case "direct_channel":
      return ofDirectChannel(target, body)
  }
}

export const channelsOf = (guildId: Snowflake) => LISTS.channels.of("guild", guildId)

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
    emojis: bot === undefined ? [] : yield* LISTS.emojis.of("guild", guild_id),
    scheduled_events: own.members.length === 0 ? [] : yield* LISTS.scheduled_events.of("guild", guild_id),
    auto_moderation_rules: bot === undefined ? [] : yield* Collections.autoModerationRules.list([guild_id]),
    voice_states: yield* voiceOf(guild_id, [user_id]),
    command_permissions: bot === undefined ? [] : yield* LISTS.command_permissions.of("guild", guild_id)
  }
}

const ofRole = function* ({ guild_id, role_id }: Target<"role">, body: unknown, method: Asked["method"]) {
  const own = yield* found(Collections.roles, guild_id, role_id)
  // A new role goes above the others of its guild, and its id must be new in every guild.
  const isNew = own.length === 0 && method === "put"
  const all = isNew ? yield* Collections.roles.list([]) : own
  const ofBoosters = field(body, "premium_subscriber") === true
  const rivals = ofBoosters && !isNew ? yield* Collections.roles.by("boosters", guild_id) : []
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    roles: [...all, ...rivals.filter(({ id }) => id !== role_id)].filter(
      (role) => role.guild_id === guild_id || role.id === role_id
    ),
    members: ofBoosters ? yield* LISTS.members.of("guild", guild_id) : [],
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
  const beside = yield* besideChannel(own, target, body, method)
  const near: ReadonlyArray<Channel> = [
    ...(yield* Collections.channels.existing([...new Set([channel_id, ...holders])].map((one) => [one]))),
    ...beside.channels
  ]
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    roles: yield* Collections.roles.existing(keys),
    members: yield* Collections.members.existing(keys),
    // Their managed roles.
    guild_installs: keys.length === 0 ? [] : yield* Collections.guildInstalls.list([guild_id]),
    ...(yield* accountsOf([
      ...idsIn(own?.owner_id),
      ...(own?.members ?? []).map(({ user_id }) => user_id),
      ...idsIn(field(body, "owner_id")),
      ...elementsOf(body, "members").flatMap(({ user_id }) => idsIn(user_id))
    ])),
    invites: own !== undefined && isDecisive(body, method) ? yield* Collections.invites.by("channel", channel_id) : [],
    channels: [...new Map(near.filter(isInGuild).map((channel) => [channel.id, channel])).values()],
    voice_states: beside.voice_states,
    ...(own !== undefined && isDecisive(body, method) ? yield* eventsOfChannel(channel_id) : {}),
    webhooks:
      own !== undefined && isDecisive(body, method) ? yield* Collections.webhooks.by("channel", channel_id) : [],
    direct_channels: near.filter(isDirect)
  }
}

/**
 * A new channel goes below the lowest. What a channel holds depends on its type and its age restriction, who is connected
 * to it on its type.
 */
const besideChannel = function* (
  own: GuildChannel | undefined,
  target: Target<"channel">,
  body: unknown,
  method: Asked["method"]
) {
  const nobody: ReadonlyArray<VoiceState> = []
  const none: ReadonlyArray<Channel> = []
  if (method === undefined) return { channels: none, voice_states: nobody }
  if (own === undefined) {
    return { channels: yield* Collections.channels.lastBy("position", [target.guild_id]), voice_states: nobody }
  }
  if (!isDecisive(body, method) || isThread(own)) return { channels: none, voice_states: nobody }
  return {
    channels: yield* heldBy(target),
    voice_states: yield* Collections.voiceStates.by("channel", target.channel_id)
  }
}

/** The threads of a channel, or the channels of a category. */
export const heldBy = ({ guild_id, channel_id }: Target<"channel">) =>
  Body.map(Collections.channels.by("parent", guild_id, channel_id), (held) => held.filter(isInGuild))

/** The fields on which they, and the webhooks of a channel, depend. */
const DECISIVE = ["type", "nsfw", "available_tags"]

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
    emojis: isLosing ? yield* LISTS.emojis.of("guild", guild_id) : [],
    auto_moderation_rules: isLosing ? yield* Collections.autoModerationRules.list([guild_id]) : [],
    channels: isLosing ? yield* channelsOf(guild_id) : [],
    voice_states: isLosing
      ? yield* voiceOf(
          guild_id,
          applications.map(({ bot }) => bot.id)
        )
      : [],
    command_permissions: isLosing ? yield* LISTS.command_permissions.of("guild", guild_id) : []
  }
}

const sameKey = (a: GuildInstall, b: GuildInstall) => a.guild_id === b.guild_id && a.application_id === b.application_id

const ofGuild = function* ({ guild_id }: Target<"guild">, body: unknown) {
  const guilds = yield* found(Collections.guilds, guild_id)
  const { commands: _, ...own } = yield* belongingTo("guild", guild_id)
  const { roles, channels, guild_installs, webhooks } = own
  const invites = [...own.invites, ...(yield* invitesOf(elementsOf(body, "invites").map(({ code }) => code)))]
  const installed = [
    ...guild_installs.map((i) => i.application_id),
    ...idsIn(field(body, "installs")),
    ...[...invites, ...elementsOf(body, "invites")].flatMap((invite) => idsIn(field(invite, "target_application_id")))
  ]
  const applications = yield* Collections.applications.existing(
    [...new Set(installed)].map((application) => [application])
  )
  const people = peopleIn([guilds, Object.values(own), body])
  const managed = elementsOf(body, "installs").flatMap((install) => idsIn(install["role_id"]))
  const given = [...(guilds.length === 0 ? [guild_id] : []), ...listed(body, "roles"), ...managed]
  const rivals = (yield* withManaged(given)).filter((install) => install.guild_id !== guild_id)
  return {
    ...own,
    ...(yield* withTakenEmojis(own, body)),
    ...(yield* withTakenStickers(own, body)),
    ...(yield* withTakenSounds(own, body)),
    guilds: [
      ...guilds,
      ...(yield* withVanity(field(body, "vanity_url_code"), guild_id)),
      ...(yield* withTemplate(field(body, "template"), guild_id))
    ],
    invites: [...new Map(invites.map((invite) => [invite.code, invite])).values()],
    roles: [...roles, ...(yield* takenRoles(roles, given))],
    guild_installs: [...guild_installs, ...rivals],
    webhooks: yield* withTakenWebhooks(webhooks, listed(body, "webhooks")),
    ...(yield* withTakenEvents(own, body)),
    ...(yield* withTaken(channels, listed(body, "channels"))),
    ...(yield* accountsOf(people, applications))
  }
}

/** The accounts that records or the elements of a body name. */
const peopleIn = (value: unknown): ReadonlyArray<Snowflake> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, held]) => (PEOPLE.has(name) ? idsIn(held) : peopleIn(held)))
}

const PEOPLE = new Set(["user_id", "owner_id", "owner_user_id", "creator_id", "reviewer_id", ...USERS])

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
  const held = yield* entitlementsOf(application_id, body)
  return {
    applications: [...own, ...others.values()],
    ...held,
    users: yield* usersOf([
      ...bots,
      ...owners,
      ...held.entitlements.map((e) => e.user_id),
      ...peopleIn([own.map(({ team }) => team), field(body, "entitlements"), field(body, "team")])
    ]),
    tokens,
    ...(yield* withTakenEmojis(
      { emojis: [], application_emojis: yield* LISTS.application_emojis.of("application", application_id) },
      body
    )),
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
