/**
 * Events of threads, for the bots that may view them. Who joins and leaves is for sessions with the intent GUILD_MEMBERS,
 * and for the bot that joins or leaves itself. Source: the platform's documentation of gateway events, "Threads".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { thread as limits } from "@backlot/domain/base/ThreadLimits"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { ownThreadMember, threadMemberObject } from "@backlot/domain/guild/ChannelWire"
import { channelDetails } from "@backlot/domain/guild/GuildObject"
import { type MovedMembers, withMembers } from "@backlot/domain/guild/ThreadMembership"
import { isPrivate } from "@backlot/domain/permission/Place"
import type { Application, GuildChannel, ThreadMember } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { channelObject, guildChannel } from "../access/ChannelObjects.ts"
import { type Audience, audienceOfChannel, type Hearing, memberIn } from "./GatewayAudience.ts"

/** With the membership of each bot that has one. A thread of whose audience a bot becomes a part is new to it. */
export const threadCreated = (said: GuildChannel, count: number | undefined, hearing: Hearing) =>
  Body.flatMap(withKnownMembers(said), (thread) =>
    toViewers(thread, hearing, "THREAD_CREATE", ({ bot }) => ({
      ...channelDetails(thread),
      ...counted(count),
      newly_created: true,
      ...ownThreadMember(thread, bot.id)
    }))
  )

/** A thread that is deleted with its channel has no event of its own. */
export const threadDeleted = (thread: GuildChannel, hearing: Hearing) => {
  const { id, guild_id, parent_id, type } = thread
  return toViewers(thread, hearing, "THREAD_DELETE", () => ({ id, guild_id, parent_id, type }))
}

interface Update {
  /** Where its members were others. Without `others` that alone is no update of the thread. */
  readonly members?: MovedMembers
  readonly others?: boolean
  readonly member_count?: number
}

export const threadUpdated = function* (
  said: GuildChannel,
  { members, others, member_count = members?.count }: Update,
  hearing: Hearing
) {
  const thread = yield* withKnownMembers(said)
  const isOther = members === undefined || others === true
  const d = isOther ? { ...(yield* channelObject(thread)), ...counted(member_count) } : undefined
  const updates = d === undefined ? [] : yield* toViewers(thread, hearing, "THREAD_UPDATE", () => d)
  return members === undefined ? updates : [...updates, ...(yield* membersUpdated(thread, members, hearing))]
}

const counted = (count: number | undefined): object =>
  count === undefined ? {} : { member_count: Math.min(count, limits.countedMembers) }

/** With its present members where the event does not say them. */
const withKnownMembers = (said: GuildChannel) =>
  said.members === undefined
    ? Body.map(guildChannel(said.id), (present) => withMembers(said, present?.members ?? []))
    : Body.succeed(said)

const toViewers = (thread: GuildChannel, hearing: Hearing, t: string, dataFor: (viewer: Application) => object) =>
  Body.map(audienceOfChannel(thread, hearing), (audience) =>
    (audience?.bots ?? []).map((application) => dispatch(application, thread, t, INTENTS.GUILDS, dataFor(application)))
  )

const dispatch = (
  { id }: Application,
  { guild_id }: GuildChannel,
  t: string,
  intents: number,
  d: object
): Dispatch => ({ application_id: id, guild_id, t, intents, d })

const membersUpdated = function* (thread: GuildChannel, moved: MovedMembers, hearing: Hearing) {
  const { added, removed } = moved
  // A bot that was removed from a private thread learns that too.
  const concerned = [...added, ...removed.map((user_id) => ({ user_id }))]
  const all = withMembers(thread, [...(thread.members ?? []), ...concerned])
  const audience = yield* audienceOfChannel(all, hearing, added.map(userOf))
  if (audience === undefined || concerned.length === 0) return []
  const d = yield* membersData(thread, moved, audience, hearing)
  const whole =
    isPrivate(thread) && added.length > 0 ? { ...(yield* channelObject(thread)), ...counted(moved.count) } : undefined
  return audience.bots.flatMap((application): ReadonlyArray<Dispatch> => {
    const own = added.find(({ user_id }) => user_id === application.bot.id)
    const isConcerned = own !== undefined || removed.includes(application.bot.id)
    const intents = INTENTS.GUILD_MEMBERS | (isConcerned ? INTENTS.GUILDS : 0)
    const member = own && threadMemberObject(thread, own)
    return [
      // A private thread is new to a bot that joins.
      ...(member === undefined || whole === undefined
        ? []
        : [dispatch(application, thread, "THREAD_CREATE", INTENTS.GUILDS, { ...whole, member })]),
      ...(member === undefined
        ? []
        : [
            dispatch(application, thread, "THREAD_MEMBER_UPDATE", INTENTS.GUILDS, {
              ...member,
              guild_id: thread.guild_id
            })
          ]),
      dispatch(application, thread, "THREAD_MEMBERS_UPDATE", intents, d)
    ]
  })
}

const membersData = function* (
  thread: GuildChannel,
  { count, added, removed }: MovedMembers,
  audience: Audience,
  hearing: Hearing
) {
  return {
    id: thread.id,
    guild_id: thread.guild_id,
    ...counted(count),
    ...(added.length === 0
      ? {}
      : {
          added_members: yield* Body.forEach(added, (one) =>
            Body.map(memberIn(audience, one.user_id, hearing), (member) => ({
              ...threadMemberObject(thread, one),
              ...member,
              presence: null
            }))
          )
        }),
    ...(removed.length === 0 ? {} : { removed_member_ids: removed })
  }
}

const userOf = ({ user_id }: ThreadMember): Snowflake => user_id
