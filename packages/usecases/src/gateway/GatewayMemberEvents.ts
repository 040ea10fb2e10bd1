/**
 * Events about members and other bots, and about a bot's own installations. Source: wire-interactions.md §3.6, §3.9.
 */
import * as Limits from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { type Dispatch, isOfShard, type Shard } from "@backlot/domain/gateway/Dispatch"
import { guildCreateData, guildMemberData } from "@backlot/domain/gateway/GatewayGuild"
import { selfUser } from "@backlot/domain/gateway/GatewayReady"
import { presenceData } from "@backlot/domain/gateway/Presence"
import type { InstalledBot } from "@backlot/domain/guild/GuildObject"
import { roleObject } from "@backlot/domain/guild/GuildWire"
import { botObject, unknownUser } from "@backlot/domain/guild/UserWire"
import { hasManagedRole, managedRole, managedRoleId } from "@backlot/domain/record/ManagedRole"
import type { Application, GuildInstall, Member } from "@backlot/domain/record/World"
import { bringsBot, usersOf, withApplications } from "../access/Accounts.ts"
import * as Collections from "../store/Collections.ts"
import * as Audience from "./GatewayAudience.ts"
import { threadsGained, withThreads } from "./GatewayGuildEvents.ts"
import { applicationRenewed, integrationCame, integrationChanged, integrationWent } from "./GatewayIntegrationEvents.ts"
import { type PresenceChange, presencesIn } from "./UserPresences.ts"

interface OfMember {
  readonly guild_id: Snowflake
  readonly user_id: Snowflake
  readonly member: Member
  /** Before an update of its roles. */
  readonly before?: Member
}

interface OfBan {
  readonly guild_id: Snowflake
  readonly user_id: Snowflake
}

interface OfInstall {
  readonly guild_id: Snowflake
  readonly application_id: Snowflake
  readonly install: GuildInstall
  /** The installation before an update. */
  readonly before?: GuildInstall
}

interface OfApplication {
  readonly application_id: Snowflake
  /** Names of the fields that an update changed. */
  readonly changed?: ReadonlyArray<string>
}

interface OfSession {
  readonly application_id: Snowflake
  /** Of a bot's session. */
  readonly shard?: Shard
}

export const HANDLERS: Audience.Handlers = {
  "member.created": Audience.on<OfMember>(function* ({ guild_id, member }, hearing) {
    const around = yield* aroundMember(member, hearing)
    if (around === undefined) return []
    const { others, user, bot } = around
    const d = guildMemberData(member, user, bot, hearing.now_ms)
    return Audience.toEach(others, "GUILD_MEMBERS", { t: "GUILD_MEMBER_ADD", guild_id, d })
  }),
  "member.updated": Audience.on<OfMember>(({ guild_id, member, before }, hearing) =>
    withThreads(memberUpdated(member, hearing), before && threadsGained(guild_id, { member: before }, hearing))
  ),
  "member.deleted": Audience.on<OfMember>(function* ({ guild_id, member }, hearing) {
    const around = yield* aroundMember(member, hearing)
    if (around === undefined) return []
    const d = { guild_id, user: around.user }
    return Audience.toEach(around.others, "GUILD_MEMBERS", { t: "GUILD_MEMBER_REMOVE", guild_id, d })
  }),
  "ban.created": Audience.on<OfBan>((data, hearing) => banned("GUILD_BAN_ADD", data, hearing), ["GUILD_MODERATION"]),
  "ban.deleted": Audience.on<OfBan>((data, hearing) => banned("GUILD_BAN_REMOVE", data, hearing), ["GUILD_MODERATION"]),
  "presence.updated": Audience.on<PresenceChange>(
    (data, hearing) => presenceUpdated(data, hearing),
    ["GUILD_PRESENCES"]
  ),
  "gateway_session.began": Audience.on<OfSession>((data, hearing) => botCameOrWent(data, hearing), ["GUILD_PRESENCES"]),
  "gateway_session.ended": Audience.on<OfSession>((data, hearing) => botCameOrWent(data, hearing), ["GUILD_PRESENCES"]),
  "user.updated": Audience.on<{ readonly user_id: Snowflake }>(({ user_id }, hearing) => userUpdated(user_id, hearing)),
  "application.updated": Audience.on<OfApplication>(function* ({ application_id, changed = [] }, hearing) {
    return [
      ...(changed.includes("bot") ? yield* botUpdated(application_id, hearing) : []),
      ...(changed.includes("name") ? yield* roleRenamed(application_id, hearing) : []),
      ...(yield* applicationRenewed(application_id, changed, hearing))
    ]
  }),
  "guild_install.created": Audience.on<OfInstall>(({ install }, hearing) =>
    Audience.both(installed(install, hearing), integrationCame(install, hearing))
  ),
  "guild_install.deleted": Audience.on<OfInstall>(({ install }, hearing) =>
    Audience.both(removed(install, hearing), integrationWent(install, hearing))
  ),
  "guild_install.updated": Audience.on<OfInstall>(({ install, before = install }, hearing) =>
    Audience.both(changed(install, before, hearing), integrationChanged(install, before, hearing))
  )
}

const changed = (install: GuildInstall, before: GuildInstall, hearing: Audience.Hearing) => {
  if (bringsBot(install) && !bringsBot(before)) return installed(install, hearing)
  if (bringsBot(before) && !bringsBot(install)) return removed(before, hearing)
  return reinstalled(install, before, hearing)
}

const banned = function* (t: string, { guild_id, user_id }: OfBan, hearing: Audience.Hearing) {
  const listeners = yield* Audience.listenersIn(guild_id, hearing)
  if (listeners.length === 0) return []
  const [user = unknownUser(user_id)] = yield* usersOf([user_id])
  return Audience.toEach(listeners, "GUILD_MODERATION", { t, guild_id, d: { guild_id, user } })
}

const presenceUpdated = function* ({ user_id, bot, ...presence }: PresenceChange, hearing: Audience.Hearing) {
  const [application] = bot === true ? yield* Collections.applications.by("bot", user_id) : []
  if (application !== undefined) return yield* presencesOfBot(application, hearing)
  const dispatches: Array<Dispatch> = []
  for (const { guild_id } of yield* Collections.members.by("user", user_id)) {
    const d = presenceData(user_id, guild_id, presence)
    const listeners = yield* Audience.listenersIn(guild_id, hearing)
    dispatches.push(...Audience.toEach(listeners, "GUILD_PRESENCES", { t: "PRESENCE_UPDATE", guild_id, d }))
  }
  return dispatches
}

/** The others see that a bot is online while a session of it is connected. */
const botCameOrWent = function* ({ application_id, shard }: OfSession, hearing: Audience.Hearing) {
  if (shard === undefined) return []
  const application = yield* Collections.applications.get(application_id)
  return application === undefined ? [] : yield* presencesOfBot(application, hearing, shard)
}

const presencesOfBot = function* (application: Application, hearing: Audience.Hearing, shard: Shard = [0, 1]) {
  const dispatches: Array<Dispatch> = []
  for (const { guild_id } of yield* Collections.members.by("user", application.bot.id)) {
    if (!isOfShard(guild_id, shard)) continue
    const listeners = yield* Audience.listenersIn(guild_id, hearing)
    const others = listeners.filter((id) => id !== application.id)
    if (others.length === 0) continue
    const d = presenceData(
      application.bot.id,
      guild_id,
      (yield* presencesIn(guild_id, [application]))(application.bot.id)
    )
    dispatches.push(...Audience.toEach(others, "GUILD_PRESENCES", { t: "PRESENCE_UPDATE", guild_id, d }))
  }
  return dispatches
}

/** The receivers of a member event: the bot that it is about, if any, and the others. */
const aroundMember = function* (member: Member, hearing: Audience.Hearing) {
  const listeners = yield* Audience.listenersIn(member.guild_id, hearing)
  if (listeners.length === 0) return undefined
  const [user = unknownUser(member.user_id)] = yield* Audience.memberUsers([member])
  const bot = "bot" in user ? yield* botIn(member) : undefined
  const own = listeners.filter((id) => id === bot?.application.id)
  return { own, others: listeners.filter((id) => id !== bot?.application.id), user, bot }
}

const botIn = function* ({ guild_id, user_id }: Member) {
  const [application] = yield* Collections.applications.by("bot", user_id)
  if (application === undefined) return undefined
  const install = yield* Collections.guildInstalls.get(guild_id, application.id)
  return install === undefined ? undefined : ({ application, install } satisfies InstalledBot)
}

/** A bot receives updates of its own member without the intent, as on the platform. */
const memberUpdated = function* (member: Member, hearing: Audience.Hearing) {
  const around = yield* aroundMember(member, hearing)
  if (around === undefined) return []
  const { own, others, bot, user } = around
  const { guild_id } = member
  const said = { t: "GUILD_MEMBER_UPDATE", guild_id, d: guildMemberData(member, user, bot, hearing.now_ms) }
  const toOwn = own.map((application_id): Dispatch => ({ application_id, ...said, intents: 0 }))
  return [...toOwn, ...Audience.toEach(others, "GUILD_MEMBERS", said)]
}

/** A user's new name reaches bots as an update of the member in each guild. Our choice: docs/choices.md "Gateway". */
const userUpdated = function* (userId: Snowflake, hearing: Audience.Hearing) {
  const dispatches: Array<Dispatch> = []
  for (const member of yield* Collections.members.by("user", userId))
    dispatches.push(...(yield* memberUpdated(member, hearing)))
  return dispatches
}

const botUpdated = function* (application_id: Snowflake, hearing: Audience.Hearing) {
  const application = yield* Collections.applications.get(application_id)
  if (application === undefined) return []
  const own = { application_id, guild_id: null, t: "USER_UPDATE", intents: 0, d: selfUser(application) }
  const others = yield* userUpdated(application.bot.id, hearing)
  return hearing.interested(application_id) ? [own, ...others] : others
}

/** A managed role has the name of its application. Our choice: docs/choices.md "Guilds and members". */
const roleRenamed = function* (application_id: Snowflake, hearing: Audience.Hearing) {
  const dispatches: Array<Dispatch> = []
  for (const install of yield* Collections.guildInstalls.by("application", application_id)) {
    if (!hasManagedRole(install)) continue
    const listeners = yield* Audience.listenersIn(install.guild_id, hearing)
    dispatches.push(...(yield* roleEvent("GUILD_ROLE_UPDATE", install, listeners)))
  }
  return dispatches
}

/**
 * GUILD_CREATE for the bot that joins, and its managed role for the others. The intents and thresholds of sessions are
 * unknown here, so it has only the bot's own member and calls a guild large by the default threshold. Our choice:
 * docs/choices.md "Gateway".
 */
const installed = function* (install: GuildInstall, hearing: Audience.Hearing) {
  if (!bringsBot(install)) return []
  const { guild_id, application_id } = install
  const others = (yield* Audience.listenersIn(guild_id, hearing)).filter((id) => id !== application_id)
  const joined = hearing.interested(application_id) ? yield* joining(install, hearing) : []
  return [...joined, ...(yield* roleEvent("GUILD_ROLE_CREATE", install, others))]
}

const joining = function* ({ guild_id, application_id }: GuildInstall, { now_ms }: Audience.Hearing) {
  const guild = yield* Collections.guilds.get(guild_id)
  if (guild === undefined) return []
  const whole = yield* Audience.wholeOf(guild)
  const viewer = Audience.viewerOf(whole, application_id)
  if (viewer === undefined) return []
  const d = guildCreateData(whole, viewer, {
    members: [viewer.member],
    users: [botObject(viewer.application)],
    presences: [],
    voice_states: [],
    large: whole.members.length > Limits.gateway.largeThresholdDefault,
    joined: true,
    now_ms
  })
  return Audience.toEach([application_id], "GUILDS", { t: "GUILD_CREATE", guild_id, d })
}

/** GUILD_DELETE without `unavailable`: this is no outage. */
const removed = function* (install: GuildInstall, hearing: Audience.Hearing) {
  if (!bringsBot(install)) return []
  const { guild_id, application_id } = install
  const left = hearing.interested(application_id)
    ? Audience.toEach([application_id], "GUILDS", { t: "GUILD_DELETE", guild_id, d: { id: guild_id } })
    : []
  if (!hasManagedRole(install)) return left
  const others = (yield* Audience.listenersIn(guild_id, hearing)).filter((id) => id !== application_id)
  const d = { guild_id, role_id: managedRoleId(install) }
  return [...left, ...Audience.toEach(others, "GUILDS", { t: "GUILD_ROLE_DELETE", guild_id, d })]
}

/** Changed permissions: the managed role comes, goes or changes, and so do the roles of the bot. */
const reinstalled = function* (install: GuildInstall, before: GuildInstall, hearing: Audience.Hearing) {
  const { guild_id, application_id } = install
  const listeners = yield* Audience.listenersIn(guild_id, hearing)
  if (listeners.length === 0) return []
  const [had, has] = [hasManagedRole(before), hasManagedRole(install)]
  const renewed = managedRoleId(before) !== managedRoleId(install)
  if (has && had && !renewed) return yield* roleEvent("GUILD_ROLE_UPDATE", install, listeners)
  if (!has && !had) return []
  const application = yield* Collections.applications.get(application_id)
  const member = application && (yield* Collections.members.get(guild_id, application.bot.id))
  const d = { guild_id, role_id: managedRoleId(before) }
  return [
    ...(had ? Audience.toEach(listeners, "GUILDS", { t: "GUILD_ROLE_DELETE", guild_id, d }) : []),
    ...(yield* roleEvent("GUILD_ROLE_CREATE", install, listeners)),
    ...(member === undefined ? [] : yield* memberUpdated(member, hearing))
  ]
}

const roleEvent = function* (t: string, install: GuildInstall, listeners: ReadonlyArray<Snowflake>) {
  if (listeners.length === 0 || !hasManagedRole(install)) return []
  const { guild_id } = install
  return (yield* withApplications([install])).flatMap(({ application }) =>
    Audience.toEach(listeners, "GUILDS", {
      t,
      guild_id,
      d: { guild_id, role: roleObject(managedRole(application, install)) }
    })
  )
}
