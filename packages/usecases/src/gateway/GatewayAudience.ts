/** The applications that receive an event: those whose bot is in the guild. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { botOf, type GuildWhole, mayView, type Viewer } from "@backlot/domain/gateway/GatewayGuild"
import { INTENTS, type IntentName } from "@backlot/domain/gateway/GatewayIntent"
import { type InstalledBot, memberDetails } from "@backlot/domain/guild/GuildObject"
import { unknownUser } from "@backlot/domain/guild/UserWire"
import { BITS, has, type PermissionName } from "@backlot/domain/permission/Permission"
import { permissionsInGuild } from "@backlot/domain/permission/Place"
import { managedBits } from "@backlot/domain/record/ManagedRole"
import * as World from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { accounts, applicationsOfBots, botInstalls, botsOf, withApplications } from "../access/Accounts.ts"
import { guildChannel, guildChannels, historyOf, parentOf } from "../access/ChannelObjects.ts"
import * as Collections from "../store/Collections.ts"
import { expressionsOf } from "../store/Expressions.ts"

/** The users with client sessions of an application here. */
export type ClientsOf = (applicationId: Snowflake) => Pick<ReadonlySet<Snowflake>, "has" | "size">

/** Says to a bot where its voice server is: `host:port`, or null for nowhere. Each time with a new token. */
export type TellVoice = (place: {
  readonly application_id: Snowflake
  readonly user_id: Snowflake
  readonly guild_id: Snowflake
  readonly channel_id: Snowflake
  readonly session_id: string
}) => { readonly token: string; readonly endpoint: string | null }

/** What a handler knows besides the event. */
export interface Hearing {
  /** Whether an application has any session here. */
  readonly interested: (applicationId: Snowflake) => boolean
  readonly clientsOf: ClientsOf
  readonly tellVoice: TellVoice
  /** The service clock. */
  readonly now_ms: number
}

/** Makes the dispatches of events of one type. */
export interface Handler {
  (...heard: Parameters<Say<unknown>>): ReturnType<Say<unknown>>
  /** Intents, of which a session needs one; absent when some dispatches need none. */
  readonly intents?: number
  /** Only client sessions receive it; its data names their application. */
  readonly clients?: true
}

/** By event type. */
export type Handlers = Readonly<Record<string, Handler>>

type Say<D> = (data: D, hearing: Hearing) => Body.Body<ReadonlyArray<Dispatch>>

/** For all sessions, or only for those with one of the intents. */
export const on = <D>(say: Say<D>, names?: ReadonlyArray<IntentName>): Handler => {
  // Events of one type are written in one place each, with data of this shape.
  const handler: Handler = (data, hearing) => say(data as D, hearing)
  return names === undefined
    ? handler
    : Object.assign(handler, { intents: names.reduce((bits, name) => bits | INTENTS[name], 0) })
}

/** For client sessions of the application in the data. */
export const ofClients = <D extends { readonly application_id: Snowflake }>(say: Say<D>): Handler =>
  Object.assign(on(say), { clients: true as const })

/** The same for each application. */
export const toEach = (
  applications: ReadonlyArray<Snowflake>,
  intent: IntentName,
  dispatch: Pick<Dispatch, "t" | "d" | "guild_id">
): ReadonlyArray<Dispatch> =>
  applications.map((application_id) => ({ application_id, ...dispatch, intents: INTENTS[intent] }))

/** The dispatches of one, then those of the other. */
export const both = (first: ReturnType<Say<never>>, second: ReturnType<Say<never>>): ReturnType<Say<never>> =>
  Body.gen(function* () {
    return [...(yield* first), ...(yield* second)]
  })

/** Applications with a session here whose bot is in the guild. */
export const listenersIn = function* (guildId: Snowflake, { interested }: Hearing) {
  const installs = yield* botInstalls(guildId)
  return installs.map(({ application_id }) => application_id).filter(interested)
}

/** Applications with a session here whose bot has a permission in the guild. */
export const holdersOf = function* (guildId: Snowflake, needed: PermissionName, { interested, now_ms }: Hearing) {
  const guild = yield* Collections.guilds.get(guildId)
  const bots =
    guild === undefined ? [] : (yield* botsOf(guildId)).filter(({ application }) => interested(application.id))
  if (guild === undefined || bots.length === 0) return []
  const roles = yield* Collections.roles.list([guildId])
  const members = yield* Collections.members.getMany(bots.map(({ application }) => [guildId, application.bot.id]))
  return bots.flatMap(({ application, install }, i) => {
    const member = members[i]
    if (member === undefined) return []
    const permissions = permissionsInGuild({ guild, roles }, { member, managed: managedBits(install) }, now_ms)
    return has(permissions, BITS[needed]) ? [application.id] : []
  })
}

/** The place of an event; `guild_id` is null in direct messages. */
export interface InChannel {
  readonly guild_id: Snowflake | null
  readonly channel_id: Snowflake
}

/** The intent for events in guild channels, and the one for direct messages. */
export type Intents = readonly [IntentName, IntentName]

/** The bots that receive an event of a channel, and facts about the people in it. */
export interface Audience {
  /** Null in direct messages. */
  readonly guild_id: Snowflake | null
  /** Bots with a session here that may view the channel or are its recipients. */
  readonly bots: ReadonlyArray<World.Application>
  readonly channel: World.Channel
  /** The guild members among the requested users. */
  readonly members: ReadonlyMap<Snowflake, World.Member>
  /** Every bot of the guild. */
  readonly installed: ReadonlyArray<InstalledBot>
}

/** Undefined for a deleted channel, and when no bot would receive the event. */
export const audienceOf = (
  { channel_id, guild_id }: InChannel,
  people: ReadonlyArray<Snowflake>,
  hearing: Hearing
): Body.Body<Audience | undefined> =>
  guild_id === null
    ? directAudience(channel_id, hearing)
    : guildAudience(guild_id, guildChannel(channel_id), people, hearing)

/** The audience of a guild's channel, even of one that was just deleted. */
export const audienceOfChannel = (
  channel: World.GuildChannel,
  hearing: Hearing,
  people: ReadonlyArray<Snowflake> = []
) => guildAudience(channel.guild_id, Body.succeed(channel), people, hearing)

/** The bots that may manage a channel. */
export const managersOf = (guildId: Snowflake, channelId: Snowflake, hearing: Hearing) =>
  guildAudience(guildId, guildChannel(channelId), [], hearing, BITS.VIEW_CHANNEL | BITS.MANAGE_CHANNELS)

/** The same data for each bot in the audience. */
export const toAudience = (audience: Audience, t: string, intents: Intents, d: object): ReadonlyArray<Dispatch> =>
  audience.bots.map(toBot(audience, t, intents, d))

export const toBot =
  ({ guild_id }: Audience, t: string, [guild, direct]: Intents, d: object) =>
  ({ id }: World.Application): Dispatch => ({
    application_id: id,
    guild_id,
    t,
    intents: INTENTS[guild_id === null ? direct : guild],
    d
  })

/** An event without users: its data and its place. */
export const toChannel = (t: string, intents: Intents, place: InChannel, said: object, hearing: Hearing) =>
  Body.map(audienceOf(place, [], hearing), (audience) =>
    audience === undefined ? [] : toAudience(audience, t, intents, { ...said, ...placeOf(place) })
  )

/** The ids of the place, as dispatches show them. */
export const placeOf = ({ guild_id, channel_id }: InChannel) =>
  guild_id === null ? { channel_id } : { channel_id, guild_id }

/** The field `member` of a user, if they are a member of the guild. */
export const memberIn = function* (audience: Audience, userId: Snowflake, { now_ms }: Hearing) {
  const member = audience.members.get(userId)
  if (member === undefined) return {}
  const [user = unknownUser(userId)] = yield* memberUsers([member], audience.installed)
  return { member: memberDetails(member, user, now_ms, botOf(audience.installed, userId)) }
}

const guildAudience = function* (
  guild_id: Snowflake,
  found: Body.Body<World.GuildChannel | undefined>,
  people: ReadonlyArray<Snowflake>,
  { interested, now_ms }: Hearing,
  needed?: bigint
) {
  const installs = yield* botInstalls(guild_id)
  const channel = installs.some((install) => interested(install.application_id)) ? yield* found : undefined
  if (channel === undefined) return undefined
  const parent = yield* parentOf(channel)
  const isOrphan = World.isThread(channel) && channel.parent_id !== null && parent === undefined
  const guild = yield* Collections.guilds.get(guild_id)
  // A thread is deleted with its channel (ChannelElement); the event of the channel reports both.
  if (guild === undefined || isOrphan) return undefined
  const roles = yield* Collections.roles.list([guild_id])
  const installed = yield* withApplications(installs)
  const ids = [...new Set([...installed.map(({ application }) => application.bot.id), ...people])]
  const present = yield* Collections.members.existing(ids.map((id) => [guild_id, id]))
  const members = new Map(present.map((member) => [member.user_id, member]))
  const bots = installed.flatMap((bot) => {
    const member = members.get(bot.application.bot.id)
    if (member === undefined || !interested(bot.application.id)) return []
    return mayView({ guild, roles }, { ...bot, member }, { channel, parent }, now_ms, needed) ? [bot.application] : []
  })
  const audience: Audience = { guild_id, bots, channel, members, installed }
  return bots.length === 0 ? undefined : audience
}

const directAudience = function* (channelId: Snowflake, { interested }: Hearing) {
  const channel = yield* Collections.channels.get(channelId)
  if (channel === undefined || !World.isDirect(channel)) return undefined
  const bots = (yield* applicationsOfBots(channel.recipients)).filter(({ id }) => interested(id))
  const audience: Audience = { guild_id: null, bots, channel, members: new Map(), installed: [] }
  return bots.length === 0 ? undefined : audience
}

/** The guild with everything in it. */
export const wholeOf = function* (guild: World.Guild) {
  const channels = yield* guildChannels(guild.id)
  const histories = new Map<Snowflake, object>()
  for (const channel of channels)
    if (World.isThread(channel) && channel.archived !== true) histories.set(channel.id, yield* historyOf(channel))
  return {
    guild,
    roles: yield* Collections.roles.list([guild.id]),
    channels,
    histories,
    bots: yield* botsOf(guild.id),
    members: yield* Collections.members.list([guild.id]),
    voice_states: yield* Collections.voiceStates.list([guild.id]),
    scheduled_events: yield* Collections.scheduledEvents.by("guild", guild.id),
    stage_instances: yield* Collections.stageInstances.by("guild", guild.id),
    soundboard_sounds: yield* Collections.soundboardSounds.list([guild.id]),
    ...(yield* expressionsOf(guild.id))
  } satisfies GuildWhole
}

/** The application's bot in the guild; undefined where it is no member. */
export const viewerOf = ({ bots, members }: GuildWhole, applicationId: Snowflake): Viewer | undefined => {
  const bot = bots.find(({ application }) => application.id === applicationId)
  const member = members.find(({ user_id }) => user_id === bot?.application.bot.id)
  return bot === undefined || member === undefined ? undefined : { ...bot, member }
}

/** The user of each member, in their order. A deleted user is only an id. */
export const memberUsers = function* (
  members: ReadonlyArray<Pick<World.Member, "user_id">>,
  bots: ReadonlyArray<InstalledBot> = []
) {
  const ids = members.map(({ user_id }) => user_id)
  const known = yield* accounts(ids, bots)
  return ids.map((id) => known.get(id) ?? unknownUser(id))
}
