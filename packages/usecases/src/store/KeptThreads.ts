/** Channels with the deadlines at which threads are archived. Inside a transaction; `Deadlines` is woken after it. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { archiveDueOf } from "@backlot/domain/guild/ThreadActivity"
import { inOrder } from "@backlot/domain/record/ThreadRecord"
import { type Channel, isDirect, isThread } from "@backlot/domain/record/World"
import * as Collections from "./Collections.ts"
import { cancel, schedule } from "./Deadlines.ts"

/** The kind of deadline that archives a thread. */
export const ARCHIVE_KIND = "thread_archive"

/** `before`: the record that it replaces. */
export const put = function* (channel: Channel, before?: Channel) {
  const [from, to] = [dueOf(before), dueOf(channel)]
  if (from !== to) {
    if (from !== null) yield* cancel({ name: nameOf(channel.id), due_ms: from })
    if (to !== null) yield* schedule({ name: nameOf(channel.id), kind: ARCHIVE_KIND, due_ms: to, payload: channel.id })
  }
  yield* Collections.channels.put(!isDirect(channel) && isThread(channel) ? inOrder(channel) : channel, before)
}

/** Deleted messages stay in the sum of those that were sent in a thread. */
export const countDeleted = function* (channelId: Snowflake, count: number) {
  const channel = count === 0 ? undefined : yield* Collections.channels.get(channelId)
  if (channel === undefined || isDirect(channel) || !isThread(channel)) return
  yield* put({ ...channel, deleted_messages: (channel.deleted_messages ?? 0) + count }, channel)
}

export const remove = function* (channel: Channel) {
  const due_ms = dueOf(channel)
  if (due_ms !== null) yield* cancel({ name: nameOf(channel.id), due_ms })
  yield* Collections.channels.remove(channel)
}

const dueOf = (channel: Channel | undefined): number | null =>
  channel === undefined || isDirect(channel) ? null : archiveDueOf(channel)

const nameOf = (id: Snowflake) => `thread/${id}`
