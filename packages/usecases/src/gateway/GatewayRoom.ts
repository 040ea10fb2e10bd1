/** A channel as the gateway sees it: which bots hear of what happens there. Source: wire-interactions.md §3.9, §3.10. */

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
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import type { Hearing } from "./GatewayAudience.ts"
import { memberUsers } from "./GatewayGuilds.ts"

/** Where something happened; `guild_id` is null in direct messages. */
export interface InChannel {
  readonly guild_id: Snowflake | null
  readonly channel_id: Snowflake
}

/** The intent for what happens in channels of guilds, and for what happens in direct messages. */
export type Intents = readonly [IntentName, IntentName]

/** Those who hear of what happens in a channel, and what there is to say of the people in it. */
export interface Room {
  /** Null in direct messages. */
  readonly guild_id: Snowflake | null
  /** With a session here: the bots that may view the channel, or are recipients of it. */
  readonly bots: ReadonlyArray<Application>
  readonly channel: Channel
  /** Of those who were asked for, the members of the guild. */
  readonly members: ReadonlyMap<Snowflake, Member>
  /** Every bot of the guild. */
  readonly installed: ReadonlyArray<InstalledBot>
}

/** Nobody hears of a channel that is gone. */
export const roomOf = Effect.fnUntraced(function* (
  { channel_id, guild_id }: InChannel,
  people: ReadonlyArray<Snowflake>,
  hearing: Hearing
) {
  if (guild_id === null) return yield* directRoom(channel_id, hearing)
  const installs = yield* botInstalls(guild_id)
  if (!installs.some((install) => hearing.interested(install.application_id))) return undefined
  const channel = yield* Collections.channels.get(Collection.id(channel_id))
  if (channel === undefined || isDirect(channel)) return undefined
  return yield* roomWith(channel, installs, people, hearing)
})

/** The room of a guild's channel, be it one that was just deleted. */
export const roomOfChannel = Effect.fnUntraced(function* (channel: GuildChannel, hearing: Hearing) {
  const installs = yield* botInstalls(channel.guild_id)
  if (!installs.some((install) => hearing.interested(install.application_id))) return undefined
  return yield* roomWith(channel, installs, [], hearing)
})

/** The same data for each bot in the room. */
export const toRoom = (room: Room, t: string, intents: Intents, d: object): ReadonlyArray<Dispatch> =>
  room.bots.map(toBot(room, t, intents, d))

export const toBot =
  ({ guild_id }: Room, t: string, [guild, direct]: Intents, d: object) =>
  ({ id }: Application): Dispatch => ({
    application_id: id,
    guild_id,
    t,
    intents: INTENTS[guild_id === null ? direct : guild],
    d
  })

/** Of something that names nobody: what there is to say, and where it was. */
export const inRoom = (t: string, intents: Intents, place: InChannel, said: object, hearing: Hearing) =>
  Effect.map(roomOf(place, [], hearing), (room) =>
    room === undefined ? [] : toRoom(room, t, intents, { ...said, ...placeOf(place) })
  )

/** The ids as dispatches have them. */
export const placeOf = ({ guild_id, channel_id }: InChannel) =>
  guild_id === null ? { channel_id } : { channel_id, guild_id }

/** The field `member` of someone in the room, where it is of a guild and they are a member. */
export const memberIn = Effect.fnUntraced(function* (room: Room, userId: Snowflake, { now_ms }: Hearing) {
  const member = room.members.get(userId)
  if (member === undefined) return {}
  const [user = unknownUser(userId)] = yield* memberUsers([member], room.installed)
  return { member: memberDetails(member, user, now_ms, botOf(room.installed, userId)) }
})

const roomWith = Effect.fnUntraced(function* (
  channel: GuildChannel,
  installs: ReadonlyArray<GuildInstall>,
  people: ReadonlyArray<Snowflake>,
  { interested, now_ms }: Hearing
) {
  const { guild_id } = channel
  const parent = yield* parentOf(channel)
  const guild = yield* Collections.guilds.get(Collection.id(guild_id))
  // A thread goes with its channel (ChannelElement), of which its members are told then.
  if (guild === undefined || parent === "gone") return undefined
  const roles = yield* Collections.roles.list([Collection.id(guild_id)])
  const installed = yield* withApplications(installs)
  const ids = [...new Set([...installed.map(({ application }) => application.bot.id), ...people])]
  const found = yield* Collections.members.getMany(ids.map((id) => [Collection.id(guild_id), Collection.id(id)]))
  const members = new Map(found.flatMap((member) => (member === undefined ? [] : [[member.user_id, member] as const])))
  const bots = installed.flatMap((bot) => {
    const member = members.get(bot.application.bot.id)
    if (member === undefined || !interested(bot.application.id)) return []
    return mayView({ guild, roles }, { ...bot, member }, { channel, parent }, now_ms) ? [bot.application] : []
  })
  const room: Room = { guild_id, bots, channel, members, installed }
  return bots.length === 0 ? undefined : room
})

const parentOf = Effect.fnUntraced(function* (channel: GuildChannel) {
  if (!isThread(channel) || channel.parent_id === null) return undefined
  const parent = yield* Collections.channels.get(Collection.id(channel.parent_id))
  return parent === undefined || isDirect(parent) ? "gone" : parent
})

const directRoom = Effect.fnUntraced(function* (channelId: Snowflake, { interested }: Hearing) {
  const channel = yield* Collections.channels.get(Collection.id(channelId))
  if (channel === undefined || !isDirect(channel)) return undefined
  const bots: Array<Application> = []
  for (const id of channel.recipients) {
    const [application] = yield* Collections.applications.by("bot", Collection.id(id))
    if (application !== undefined && interested(application.id)) bots.push(application)
  }
  const room: Room = { guild_id: null, bots, channel, members: new Map(), installed: [] }
  return bots.length === 0 ? undefined : room
})
