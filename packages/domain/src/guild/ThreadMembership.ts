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

/** The event of a change; with the thread as it was where its members are others. */
export const threadChanged = (before: GuildChannel, channel: GuildChannel) => ({
  type: "channel.updated" as const,
  data: {
    guild_id: channel.guild_id,
    channel_id: channel.id,
    channel,
    ...(before.members === channel.members ? {} : { before })
  }
})

export const byUser = ({ members = [] }: GuildChannel): ReadonlyArray<ThreadMember> =>
  members.toSorted((a, b) => compare(a.user_id, b.user_id))
