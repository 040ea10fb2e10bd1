/**
 * Threads that become visible to a bot because permissions changed. It had no event of them before, and libraries
 * ignore events of unknown threads. Source: the platform's documentation of THREAD_LIST_SYNC.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { mayView, type Viewer } from "@backlot/domain/gateway/GatewayGuild"
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { channelDetails } from "@backlot/domain/guild/GuildObject"
import { type GuildChannel, isDirect, isThread, type Member, type Role } from "@backlot/domain/record/World"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { botInstalls, withApplications } from "../access/GuildBots.ts"
import * as Collections from "../store/Collections.ts"
import type { Hearing } from "./GatewayAudience.ts"

/** The changed object as it was before. */
export interface Before {
  readonly role?: Role | undefined
  readonly channel?: GuildChannel | undefined
  readonly member?: Member | undefined
}

/** For each bot that may view more threads now: all threads of the channels that it sees for the first time. */
export const threadsGained = Effect.fnUntraced(function* (guildId: Snowflake, before: Before, hearing: Hearing) {
  const viewers = (yield* viewersIn(guildId, hearing)).filter(
    ({ member }) => before.member === undefined || before.member.user_id === member.user_id
  )
  const key = guildId
  const guild = yield* Collections.guilds.get(key)
  if (viewers.length === 0 || guild === undefined) return []
  const channels = new Map(
    (yield* Collections.channels.by("guild", key)).flatMap((channel) =>
      isDirect(channel) ? [] : [[channel.id, channel] as const]
    )
  )
  const threads = [...channels.values()].filter((channel) => isThread(channel) && channel.archived !== true)
  if (threads.length === 0) return []
  const roles = yield* Collections.roles.list([key])
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
    if (gained.length > 0) dispatches.push(syncOf(guildId, viewer.application.id, gained))
  }
  return dispatches
})

/**
 * The dispatches of the change, then the threads that became visible; only the dispatches if no permissions changed.
 */
export const withThreads = (said: Telling, gained: Telling | undefined): Telling =>
  gained === undefined ? said : Effect.map(Effect.all([said, gained]), ([said, gained]) => [...said, ...gained])

type Telling = Effect.Effect<ReadonlyArray<Dispatch>, never, Transaction>

/** The bots of the guild with a session here. */
const viewersIn = Effect.fnUntraced(function* (guildId: Snowflake, { interested }: Hearing) {
  const installs = (yield* botInstalls(guildId)).filter(({ application_id }) => interested(application_id))
  const bots = yield* withApplications(installs)
  const members = yield* Collections.members.getMany(bots.map(({ application }) => [guildId, application.bot.id]))
  return bots.flatMap((bot, i): ReadonlyArray<Viewer> => {
    const member = members[i]
    return member === undefined ? [] : [{ ...bot, member }]
  })
})

/** Threads have no members here. Our choice: docs/choices.md "Gateway". */
const syncOf = (guild_id: Snowflake, application_id: Snowflake, threads: ReadonlyArray<GuildChannel>): Dispatch => ({
  application_id,
  guild_id,
  t: "THREAD_LIST_SYNC",
  intents: INTENTS.GUILDS,
  d: {
    guild_id,
    channel_ids: [...new Set(threads.flatMap(({ parent_id }) => parent_id ?? []))],
    threads: threads.map(channelDetails),
    members: []
  }
})
