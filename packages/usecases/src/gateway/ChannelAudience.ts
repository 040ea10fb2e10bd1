/** The bots that receive the events of a channel. Source: wire-interactions.md §3.9, §3.10. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { botOf, mayView } from "@backlot/domain/gateway/GatewayGuild"
import { INTENTS, type IntentName } from "@backlot/domain/gateway/GatewayIntent"
import { type InstalledBot, memberDetails } from "@backlot/domain/guild/GuildObject"
import { unknownUser } from "@backlot/domain/guild/UserWire"
import {
  type Application,
  type Channel,
  type GuildChannel,
  type GuildInstall,
  isDirect,
  isThread,
  type Member
} from "@backlot/domain/record/World"
import { Effect } from "effect"
import { botInstalls, withApplications } from "../access/GuildBots.ts"
import { parentOf } from "../access/ThreadParent.ts"
import * as Collections from "../store/Collections.ts"
import type { Hearing } from "./GatewayAudience.ts"
import { memberUsers } from "./GatewayGuilds.ts"

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
  readonly bots: ReadonlyArray<Application>
  readonly channel: Channel
  /** The guild members among the requested users. */
  readonly members: ReadonlyMap<Snowflake, Member>
  /** Every bot of the guild. */
  readonly installed: ReadonlyArray<InstalledBot>
}

/** Undefined for a deleted channel, and when no bot would receive the event. */
export const audienceOf = Effect.fnUntraced(function* (
  { channel_id, guild_id }: InChannel,
  people: ReadonlyArray<Snowflake>,
  hearing: Hearing
) {
  if (guild_id === null) return yield* directAudience(channel_id, hearing)
  const installs = yield* botInstalls(guild_id)
  if (!installs.some((install) => hearing.interested(install.application_id))) return undefined
  const channel = yield* Collections.channels.get(channel_id)
  if (channel === undefined || isDirect(channel)) return undefined
  return yield* audienceWith(channel, installs, people, hearing)
})

/** The audience of a guild's channel, even of one that was just deleted. */
export const audienceOfChannel = Effect.fnUntraced(function* (channel: GuildChannel, hearing: Hearing) {
  const installs = yield* botInstalls(channel.guild_id)
  if (!installs.some((install) => hearing.interested(install.application_id))) return undefined
  return yield* audienceWith(channel, installs, [], hearing)
})

/** The same data for each bot in the audience. */
export const toAudience = (audience: Audience, t: string, intents: Intents, d: object): ReadonlyArray<Dispatch> =>
  audience.bots.map(toBot(audience, t, intents, d))

export const toBot =
  ({ guild_id }: Audience, t: string, [guild, direct]: Intents, d: object) =>
  ({ id }: Application): Dispatch => ({
    application_id: id,
    guild_id,
    t,
    intents: INTENTS[guild_id === null ? direct : guild],
    d
  })

/** An event without users: its data and its place. */
export const toChannel = (t: string, intents: Intents, place: InChannel, said: object, hearing: Hearing) =>
  Effect.map(audienceOf(place, [], hearing), (audience) =>
    audience === undefined ? [] : toAudience(audience, t, intents, { ...said, ...placeOf(place) })
  )

/** The ids of the place, as dispatches show them. */
export const placeOf = ({ guild_id, channel_id }: InChannel) =>
  guild_id === null ? { channel_id } : { channel_id, guild_id }

/** The field `member` of a user, if they are a member of the guild. */
export const memberIn = Effect.fnUntraced(function* (audience: Audience, userId: Snowflake, { now_ms }: Hearing) {
  const member = audience.members.get(userId)
  if (member === undefined) return {}
  const [user = unknownUser(userId)] = yield* memberUsers([member], audience.installed)
  return { member: memberDetails(member, user, now_ms, botOf(audience.installed, userId)) }
})

const audienceWith = Effect.fnUntraced(function* (
  channel: GuildChannel,
  installs: ReadonlyArray<GuildInstall>,
  people: ReadonlyArray<Snowflake>,
  { interested, now_ms }: Hearing
) {
  const { guild_id } = channel
  const parent = yield* parentOf(channel)
  const isOrphan = isThread(channel) && channel.parent_id !== null && parent === undefined
  const guild = yield* Collections.guilds.get(guild_id)
  // A thread is deleted with its channel (ChannelElement); the event of the channel reports both.
  if (guild === undefined || isOrphan) return undefined
  const roles = yield* Collections.roles.list([guild_id])
  const installed = yield* withApplications(installs)
  const ids = [...new Set([...installed.map(({ application }) => application.bot.id), ...people])]
  const found = yield* Collections.members.getMany(ids.map((id) => [guild_id, id]))
  const members = new Map(found.flatMap((member) => (member === undefined ? [] : [[member.user_id, member] as const])))
  const bots = installed.flatMap((bot) => {
    const member = members.get(bot.application.bot.id)
    if (member === undefined || !interested(bot.application.id)) return []
    return mayView({ guild, roles }, { ...bot, member }, { channel, parent }, now_ms) ? [bot.application] : []
  })
  const audience: Audience = { guild_id, bots, channel, members, installed }
  return bots.length === 0 ? undefined : audience
})

const directAudience = Effect.fnUntraced(function* (channelId: Snowflake, { interested }: Hearing) {
  const channel = yield* Collections.channels.get(channelId)
  if (channel === undefined || !isDirect(channel)) return undefined
  const bots: Array<Application> = []
  for (const id of channel.recipients) {
    const [application] = yield* Collections.applications.by("bot", id)
    if (application !== undefined && interested(application.id)) bots.push(application)
  }
  const audience: Audience = { guild_id: null, bots, channel, members: new Map(), installed: [] }
  return bots.length === 0 ? undefined : audience
})
