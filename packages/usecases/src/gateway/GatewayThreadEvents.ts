/**
 * Events of threads, for the bots that may view them. Who joins and leaves is for sessions with the intent GUILD_MEMBERS,
 * and for the bot that joins or leaves itself. Source: the platform's documentation of gateway events, "Threads".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { ownThreadMember, threadMemberObject } from "@backlot/domain/guild/ChannelWire"
import { channelDetails } from "@backlot/domain/guild/GuildObject"
import { isPrivate } from "@backlot/domain/permission/Place"
import type { Application, GuildChannel, ThreadMember } from "@backlot/domain/record/World"
import { changedFields } from "@backlot/domain/world/element/Element"
import * as Body from "@backlot/ports/Body"
import { channelObject } from "../access/ChannelObjects.ts"
import { type Audience, audienceOfChannel, type Hearing, memberIn } from "./GatewayAudience.ts"

/** With the membership of each bot that has one. A thread of whose audience a bot becomes a part is new to it. */
export const threadCreated = (thread: GuildChannel, hearing: Hearing) =>
  toViewers(thread, hearing, "THREAD_CREATE", ({ bot }) => ({
    ...channelDetails(thread),
    newly_created: true,
    ...ownThreadMember(thread, bot.id)
  }))

/** A thread that is deleted with its channel has no event of its own. */
export const threadDeleted = (thread: GuildChannel, hearing: Hearing) => {
  const { id, guild_id, parent_id, type } = thread
  return toViewers(thread, hearing, "THREAD_DELETE", () => ({ id, guild_id, parent_id, type }))
}

/** `before`: where its members were others. */
export const threadUpdated = function* (thread: GuildChannel, before: GuildChannel | undefined, hearing: Hearing) {
  const isOther = before === undefined || changedFields(before, thread).some((field) => !UNSEEN.has(field))
  const d = isOther ? yield* channelObject(thread) : undefined
  const updates = d === undefined ? [] : yield* toViewers(thread, hearing, "THREAD_UPDATE", () => d)
  return before === undefined ? updates : [...updates, ...(yield* membersUpdated(thread, before, hearing))]
}

/** Fields whose change alone is no update of the thread. */
const UNSEEN: ReadonlySet<string> = new Set(["members", "active_at", "deleted_messages"])

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

const membersUpdated = function* (thread: GuildChannel, before: GuildChannel, hearing: Hearing) {
  const added = beyond(thread, before)
  const removed = beyond(before, thread)
  // A bot that was removed from a private thread learns that too.
  const all = { ...thread, members: [...(thread.members ?? []), ...removed] }
  const audience = yield* audienceOfChannel(all, hearing, added.map(userOf))
  if (audience === undefined || added.length + removed.length === 0) return []
  const d = yield* membersData(thread, { added, removed }, audience, hearing)
  return audience.bots.flatMap((application): ReadonlyArray<Dispatch> => {
    const own = added.find(({ user_id }) => user_id === application.bot.id)
    const isConcerned = own !== undefined || removed.some(({ user_id }) => user_id === application.bot.id)
    const intents = INTENTS.GUILD_MEMBERS | (isConcerned ? INTENTS.GUILDS : 0)
    const joined = own && threadMemberObject(thread, own)
    return [
      ...(joined === undefined ? [] : joining(application, thread, joined)),
      dispatch(application, thread, "THREAD_MEMBERS_UPDATE", intents, d)
    ]
  })
}

/** To a bot that joins: a private thread is new to it. */
const joining = (application: Application, thread: GuildChannel, member: object): ReadonlyArray<Dispatch> => [
  ...(isPrivate(thread)
    ? [dispatch(application, thread, "THREAD_CREATE", INTENTS.GUILDS, { ...channelDetails(thread), member })]
    : []),
  dispatch(application, thread, "THREAD_MEMBER_UPDATE", INTENTS.GUILDS, { ...member, guild_id: thread.guild_id })
]

interface Moved {
  readonly added: ReadonlyArray<ThreadMember>
  readonly removed: ReadonlyArray<ThreadMember>
}

const membersData = function* (thread: GuildChannel, { added, removed }: Moved, audience: Audience, hearing: Hearing) {
  const { member_count } = { member_count: 0, ...channelDetails(thread) }
  return {
    id: thread.id,
    guild_id: thread.guild_id,
    member_count,
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
    ...(removed.length === 0 ? {} : { removed_member_ids: removed.map(userOf) })
  }
}

const userOf = ({ user_id }: ThreadMember): Snowflake => user_id

/** The members of one state of a thread that the other does not have. */
const beyond = ({ members = [] }: GuildChannel, other: GuildChannel): ReadonlyArray<ThreadMember> => {
  const known = new Set((other.members ?? []).map(userOf))
  return members.filter(({ user_id }) => !known.has(user_id))
}
