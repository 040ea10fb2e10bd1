/** Who takes part in a thread. Pure. Source: the platform's documentation of threads. */
import { formatTime } from "../base/IsoTime.ts"
import { compare, type Snowflake } from "../base/Snowflake.ts"
import { thread as limits } from "../base/ThreadLimits.ts"
import { isThreadMember } from "../permission/Place.ts"
import type { GuildChannel, ThreadMember } from "../record/World.ts"

export const hasThreadRoom = ({ members = [] }: GuildChannel): boolean => members.length < limits.members

/** The same thread for somebody who is in it already. */
export const withThreadMember = (thread: GuildChannel, user_id: Snowflake, nowMs: number): GuildChannel =>
  isThreadMember(thread, user_id)
    ? thread
    : withMembers(thread, [...(thread.members ?? []), { user_id, joined_at: formatTime(nowMs) }])

/** With as many of them as there is room for. */
export const withThreadMembers = (
  thread: GuildChannel,
  userIds: ReadonlyArray<Snowflake>,
  nowMs: number
): GuildChannel => userIds.reduce((all, id) => (hasThreadRoom(all) ? withThreadMember(all, id, nowMs) : all), thread)

/** The same thread for somebody who is not in it. */
export const withoutThreadMember = (thread: GuildChannel, userId: Snowflake): GuildChannel =>
  isThreadMember(thread, userId)
    ? withMembers(
        thread,
        (thread.members ?? []).filter(({ user_id }) => user_id !== userId)
      )
    : thread

/** An empty list is none. */
export const withMembers = (
  { members: _, ...thread }: GuildChannel,
  members: ReadonlyArray<ThreadMember>
): GuildChannel => (members.length === 0 ? thread : { ...thread, members })

/** A thread with the bots of its members alone. */
export const withBotsAlone = (thread: GuildChannel, bots: ReadonlySet<Snowflake>): GuildChannel =>
  withMembers(
    thread,
    (thread.members ?? []).filter(({ user_id }) => bots.has(user_id))
  )

/** Who came and who went, and how many are there now. */
export interface MovedMembers {
  readonly count: number
  readonly added: ReadonlyArray<ThreadMember>
  readonly removed: ReadonlyArray<Snowflake>
}

/** The events of a change. They name the members who came and went, and no others. */
export const threadChanged = (before: GuildChannel, after: GuildChannel) => {
  const { members: _, ...channel } = after
  const { members: __, ...earlier } = before
  const event = (members?: MovedMembers) => ({
    type: "channel.updated" as const,
    data: { guild_id: after.guild_id, channel_id: after.id, channel, ...(members && { members }) }
  })
  const was = new Map<string, unknown>(Object.entries(earlier))
  const isOther = Object.entries(channel).some(([name, value]) => was.get(name) !== value)
  return [
    ...(isOther ? [event()] : []),
    ...(before.members === after.members ? [] : [event(movedMembers(before, after))])
  ]
}

export const movedMembers = (before: GuildChannel, after: GuildChannel): MovedMembers => ({
  count: after.members?.length ?? 0,
  added: beyond(after, before),
  removed: beyond(before, after).map(({ user_id }) => user_id)
})

/** The members of one state of a thread that the other does not have. */
const beyond = ({ members = [] }: GuildChannel, other: GuildChannel): ReadonlyArray<ThreadMember> => {
  const known = new Set((other.members ?? []).map(({ user_id }) => user_id))
  return members.filter(({ user_id }) => !known.has(user_id))
}

export const byUser = ({ members = [] }: GuildChannel): ReadonlyArray<ThreadMember> =>
  members.toSorted((a, b) => compare(a.user_id, b.user_id))
