/** Events of guilds, roles, channels and threads, for their bots. Source: wire-interactions.md §3.6, §3.9. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { guildUpdateData, mayView, type Viewer } from "@backlot/domain/gateway/GatewayGuild"
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { ownThreadMember } from "@backlot/domain/guild/ChannelWire"
import { channelDetails } from "@backlot/domain/guild/GuildObject"
import { roleObject } from "@backlot/domain/guild/GuildWire"
import type { MovedMembers } from "@backlot/domain/guild/ThreadMembership"
import { hasOtherServer } from "@backlot/domain/guild/VoiceWire"
import {
  type Application,
  type DirectChannel,
  type Guild,
  type GuildChannel,
  isThread,
  type Member,
  type Role
} from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import { isSame } from "@backlot/domain/world/element/Element"
import * as Body from "@backlot/ports/Body"
import { applicationsOfBots, botInstalls, botsOf, withApplications } from "../access/Accounts.ts"
import { channelObject, channelObjects, directObject, guildChannels } from "../access/ChannelObjects.ts"
import * as Collections from "../store/Collections.ts"
import { expressionsOf } from "../store/Expressions.ts"
import { both, type Handlers, type Hearing, listenersIn, on, toEach } from "./GatewayAudience.ts"
import { threadCreated, threadDeleted, threadUpdated } from "./GatewayThreadEvents.ts"
import { serversIn } from "./GatewayVoiceEvents.ts"

interface OfRole {
  readonly guild_id: Snowflake
  readonly role_id: Snowflake
  readonly role: Role
  /** Before an update of its permissions. */
  readonly before?: Role
}

interface OfChannel {
  readonly guild_id: Snowflake
  readonly channel_id: Snowflake
  readonly channel: GuildChannel
  /** Before an update of its overwrites, its status or its region. */
  readonly before?: GuildChannel
  /** Where the members of a thread are others. */
  readonly members?: MovedMembers
  /** Whether the thread itself is another then, too. */
  readonly others?: boolean
  /** Of a thread whose members the event does not name, or not all. */
  readonly member_count?: number
}

interface OfWebhook {
  readonly guild_id: Snowflake
  readonly webhook: { readonly channel_id: Snowflake }
  /** Before an update that moved it. */
  readonly channel_before?: Snowflake
}

/** Names the channel alone; a webhook that moves has two events. */
const webhooksUpdated = on<OfWebhook>(
  function* ({ guild_id, webhook, channel_before }, hearing) {
    const listeners = yield* listenersIn(guild_id, hearing)
    return [webhook.channel_id, ...(channel_before === undefined ? [] : [channel_before])].flatMap((channel_id) =>
      toEach(listeners, "GUILD_WEBHOOKS", { t: "WEBHOOKS_UPDATE", guild_id, d: { guild_id, channel_id } })
    )
  },
  ["GUILD_WEBHOOKS"]
)

/** To the bots of a group. Nobody reports pairs to bots. Our choice: docs/choices.md "Messages". */
const inGroup = (t: string) =>
  on<{ readonly channel: DirectChannel }>(
    function* ({ channel }, { interested }) {
      if (channel.type !== ChannelType.GROUP_DM) return []
      const bots = (yield* applicationsOfBots(channel.recipients)).filter(({ id }) => interested(id))
      const said = yield* Body.forEach(bots, ({ bot }) => directObject(channel, bot.id))
      return bots.flatMap(({ id }, i) => toEach([id], "DIRECT_MESSAGES", { t, guild_id: null, d: said[i] ?? {} }))
    },
    ["DIRECT_MESSAGES"]
  )

/** The installations of a guild report that it comes or goes. */
export const HANDLERS: Handlers = {
  "guild.updated": on<{ readonly guild_id: Snowflake; readonly guild: Guild; readonly before?: Guild }>(function* (
    { guild_id, guild, before },
    hearing
  ) {
    // Bots do not hear of who asks to join.
    if (before !== undefined && isSame({ ...before, join_requests: guild.join_requests }, guild)) return []
    const listeners = yield* listenersIn(guild_id, hearing)
    if (listeners.length === 0) return []
    const roles = yield* Collections.roles.list([guild_id])
    const expressions = yield* expressionsOf(guild_id)
    const d = guildUpdateData({ guild, roles, bots: yield* botsOf(guild_id), ...expressions })
    return toEach(listeners, "GUILDS", { t: "GUILD_UPDATE", guild_id, d })
  }),
  "role.created": on<OfRole>(({ guild_id, role }, hearing) =>
    inGuild("GUILD_ROLE_CREATE", guild_id, { guild_id, role: roleObject(role) }, hearing)
  ),
  "role.updated": on<OfRole>(({ guild_id, role, before }, hearing) =>
    withThreads(
      inGuild("GUILD_ROLE_UPDATE", guild_id, { guild_id, role: roleObject(role) }, hearing),
      before && threadsGained(guild_id, { role: before }, hearing)
    )
  ),
  "role.deleted": on<OfRole>(({ guild_id, role_id }, hearing) =>
    inGuild("GUILD_ROLE_DELETE", guild_id, { guild_id, role_id }, hearing)
  ),
  "channel.created": on<OfChannel>(({ channel, member_count }, hearing) =>
    isThread(channel)
      ? threadCreated(channel, member_count, hearing)
      : inGuild("CHANNEL_CREATE", channel.guild_id, channelDetails(channel), hearing)
  ),
  // With the id of its newest message: libraries copy it from the update.
  "channel.updated": on<OfChannel>(({ channel, before, ...update }, hearing) => {
    if (isThread(channel)) return threadUpdated(channel, update, hearing)
    const told = channelUpdated(channel, before, hearing)
    return hasOtherServer(channel, before) ? both(told, serversIn(channel, hearing)) : told
  }),
  "channel.deleted": on<OfChannel>(({ channel }, hearing) =>
    isThread(channel)
      ? threadDeleted(channel, hearing)
      : inGuild("CHANNEL_DELETE", channel.guild_id, channelDetails(channel), hearing)
  ),
  "direct_channel.created": inGroup("CHANNEL_CREATE"),
  "direct_channel.updated": inGroup("CHANNEL_UPDATE"),
  "webhook.created": webhooksUpdated,
  "webhook.updated": webhooksUpdated,
  "webhook.deleted": webhooksUpdated
}

const channelUpdated = (channel: GuildChannel, before: GuildChannel | undefined, hearing: Hearing) => {
  const { id, guild_id, status = null } = channel
  const isStatus = before !== undefined && (before.status ?? null) !== status
  if (!isStatus) return changedChannel(channel, before, hearing)
  const said = inGuild("VOICE_CHANNEL_STATUS_UPDATE", guild_id, { id, guild_id, status }, hearing)
  return isSame({ ...before, status }, { ...channel, status })
    ? said
    : both(changedChannel(channel, before, hearing), said)
}

const changedChannel = (channel: GuildChannel, before: GuildChannel | undefined, hearing: Hearing) =>
  Body.flatMap(channelObject(channel), (d) =>
    withThreads(
      inGuild("CHANNEL_UPDATE", channel.guild_id, d, hearing),
      before && threadsGained(channel.guild_id, { channel: before }, hearing)
    )
  )

/** To every bot of the guild, even if it may not view the channel, as on the platform. */
const inGuild = (t: string, guild_id: Snowflake, d: object, hearing: Hearing) =>
  Body.map(listenersIn(guild_id, hearing), (listeners) => toEach(listeners, "GUILDS", { t, guild_id, d }))

/** The changed object as it was before. */
export interface Before {
  readonly role?: Role | undefined
  readonly channel?: GuildChannel | undefined
  readonly member?: Member | undefined
}

/** For each bot that may view more threads now: all threads of the channels that it sees for the first time. */
export const threadsGained = function* (guildId: Snowflake, before: Before, hearing: Hearing) {
  const viewers = (yield* viewersIn(guildId, hearing)).filter(
    ({ member }) => before.member === undefined || before.member.user_id === member.user_id
  )
  const guild = yield* Collections.guilds.get(guildId)
  if (viewers.length === 0 || guild === undefined) return []
  const channels = new Map((yield* guildChannels(guildId)).map((channel) => [channel.id, channel]))
  const threads = [...channels.values()].filter((channel) => isThread(channel) && channel.archived !== true)
  if (threads.length === 0) return []
  const roles = yield* Collections.roles.list([guildId])
  const now = { guild, roles }
  const then = { guild, roles: roles.map((role) => (role.id === before.role?.id ? before.role : role)) }
  const sees = (there: typeof now, viewer: Viewer, channel: GuildChannel, parent: GuildChannel | undefined) =>
    mayView(there, viewer, { channel, parent }, hearing.now_ms)

  const dispatches: Array<Dispatch> = []
  for (const viewer of viewers) {
    const earlier = before.member === undefined ? viewer : { ...viewer, member: before.member }
    const gained = threads.filter((thread) => {
      const parent = channels.get(thread.parent_id ?? "")
      const earlierParent = parent !== undefined && parent.id === before.channel?.id ? before.channel : parent
      return sees(now, viewer, thread, parent) && !sees(then, earlier, thread, earlierParent)
    })
    if (gained.length > 0) dispatches.push(yield* syncOf(guildId, viewer.application, gained))
  }
  return dispatches
}

/**
 * The dispatches of the change, then the threads that became visible; only the dispatches if no permissions changed.
 */
export const withThreads = (said: Dispatches, gained: Dispatches | undefined): Dispatches =>
  gained === undefined
    ? said
    : Body.gen(function* () {
        return [...(yield* said), ...(yield* gained)]
      })

type Dispatches = Body.Body<ReadonlyArray<Dispatch>>

/** The bots of the guild with a session here. */
const viewersIn = function* (guildId: Snowflake, { interested }: Hearing) {
  const installs = (yield* botInstalls(guildId)).filter(({ application_id }) => interested(application_id))
  const bots = yield* withApplications(installs)
  const members = yield* Collections.members.getMany(bots.map(({ application }) => [guildId, application.bot.id]))
  return bots.flatMap((bot, i): ReadonlyArray<Viewer> => {
    const member = members[i]
    return member === undefined ? [] : [{ ...bot, member }]
  })
}

/** With the memberships of the bot. */
const syncOf = (
  guild_id: Snowflake,
  { id: application_id, bot }: Application,
  gained: ReadonlyArray<GuildChannel>
): Body.Body<Dispatch> =>
  Body.map(channelObjects(gained), (threads) => ({
    application_id,
    guild_id,
    t: "THREAD_LIST_SYNC",
    intents: INTENTS.GUILDS,
    d: {
      guild_id,
      channel_ids: [...new Set(gained.flatMap(({ parent_id }) => parent_id ?? []))],
      threads,
      members: gained.flatMap((thread) => Object.values(ownThreadMember(thread, bot.id)))
    }
  }))
