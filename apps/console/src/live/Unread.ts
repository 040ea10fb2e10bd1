/** What came while nobody looked: by person and channel, since this window was opened. */
import { create } from "zustand"
import type { LiveEvent } from "./Stream.ts"

interface Unread {
  /** The newest messages of each channel, oldest first. */
  readonly news: Readonly<Record<string, ReadonlyArray<News>>>
  /** The number of the last message that a person has seen, by `person channel`. */
  readonly seen: Readonly<Record<string, number>>
}

interface News {
  /** Counts up over all channels. */
  readonly number: number
  readonly author: string
  /** Whom it mentions; everyone with `*`. */
  readonly mentions: ReadonlySet<string>
}

/** Kept of one channel: more are shown as this many. */
const KEPT = 100

export const useUnread = create<Unread>()(() => ({ news: {}, seen: {} }))

let numbers = 0

interface Created {
  readonly guild_id: string | null
  readonly record: {
    readonly channel_id: string
    readonly visible_to: string | null
    readonly message: {
      readonly author: { readonly id: string }
      readonly mentions?: ReadonlyArray<{ readonly id: string }>
      readonly mention_everyone?: boolean
    }
  }
}

export const noteMessages = (events: ReadonlyArray<LiveEvent>): void => {
  const created = events.filter(({ type }) => type === "message.created").map(({ data }) => data as Created)
  // Only their reader sees ephemeral messages, and has just asked for them.
  const open = created.filter(({ record }) => record.visible_to === null)
  if (open.length === 0) return
  useUnread.setState(({ news }) => {
    const next = { ...news }
    for (const { guild_id, record } of open) {
      const { author, mentions = [], mention_everyone } = record.message
      const everyone = guild_id === null || mention_everyone === true
      const named = new Set([...mentions.map(({ id }) => id), ...(everyone ? ["*"] : [])])
      const one = { number: ++numbers, author: author.id, mentions: named }
      next[record.channel_id] = [...(next[record.channel_id] ?? []), one].slice(-KEPT)
    }
    return { news: next }
  })
}

const keyOf = (user_id: string, channel_id: string): string => `${user_id} ${channel_id}`

/** The person looks at the channel. */
export const see = (user_id: string, channel_id: string): void =>
  useUnread.setState(({ news, seen }) => {
    const last = news[channel_id]?.at(-1)?.number ?? numbers
    return seen[keyOf(user_id, channel_id)] === last ? {} : { seen: { ...seen, [keyOf(user_id, channel_id)]: last } }
  })

export interface Count {
  readonly messages: number
  readonly mentions: number
}

const NOTHING: Count = { messages: 0, mentions: 0 }

export const unreadOf = ({ news, seen }: Unread, user_id: string, channel_id: string): Count => {
  const last = seen[keyOf(user_id, channel_id)] ?? 0
  const fresh = news[channel_id]?.filter(({ number, author }) => number > last && author !== user_id) ?? []
  if (fresh.length === 0) return NOTHING
  const mentions = fresh.filter(({ mentions }) => mentions.has("*") || mentions.has(user_id)).length
  return { messages: fresh.length, mentions }
}
