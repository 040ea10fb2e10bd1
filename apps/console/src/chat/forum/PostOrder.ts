/** The posts of a forum, in its order. */
import { isThread } from "../../place/Channels.ts"
import type { SeenChannel } from "../../place/Seen.ts"

export interface Tag {
  readonly id: string
  readonly name: string
  /** Null without a standard emoji. */
  readonly emoji_name: string | null
}

export interface Post {
  readonly id: string
  readonly name: string
  /** Ids. */
  readonly tags: ReadonlyArray<string>
  readonly answers: number
  readonly pinned: boolean
  readonly archived: boolean
  readonly locked: boolean
  readonly madeMs: number
  readonly activeMs: number
}

/** A forum or media channel has posts in place of messages. */
export const isForum = (channel: Pick<SeenChannel, "type"> | undefined): boolean =>
  channel?.type === 15 || channel?.type === 16

export const tagsOf = (forum: SeenChannel): ReadonlyArray<Tag> => listIn(forum["available_tags"])

/** Pinned ones first; then by their latest message, or by their age if the forum says so. */
export const postsOf = (forum: SeenChannel, channels: ReadonlyArray<SeenChannel>): ReadonlyArray<Post> => {
  const when = forum["default_sort_order"] === 1 ? "madeMs" : "activeMs"
  return channels
    .filter((channel) => isThread(channel) && channel.parent_id === forum.id)
    .map(postOf)
    .sort((a, b) => Number(b.pinned) - Number(a.pinned) || b[when] - a[when])
}

const PINNED = 2

const postOf = (thread: SeenChannel): Post => {
  const { archived = false, locked = false } = (thread["thread_metadata"] ?? {}) as {
    readonly archived?: boolean
    readonly locked?: boolean
  }
  const madeMs = timeOf(thread.id)
  const last = thread["last_message_id"]
  return {
    id: thread.id,
    name: thread.name,
    tags: listIn(thread["applied_tags"]),
    answers: Number(thread["message_count"] ?? 0),
    pinned: (Number(thread["flags"] ?? 0) & PINNED) !== 0,
    archived,
    locked,
    madeMs,
    activeMs: typeof last === "string" ? timeOf(last) : madeMs
  }
}

// The platform's channel objects have lists of these.
const listIn = <A>(value: unknown): ReadonlyArray<A> => (Array.isArray(value) ? (value as ReadonlyArray<A>) : [])

const EPOCH = 1_420_070_400_000

const timeOf = (id: string): number => Number(BigInt(id) >> 22n) + EPOCH
