/** Keeps what the page has read in step with the server: which events renew which part of the cache. */
import { TARGET_KINDS } from "@backlot/domain/record/Kind"
import { useEffect } from "react"
import { create } from "zustand"
import { renew } from "../api/Messages.ts"
import { queries, renewAll } from "../api/Queries.ts"
import { follow, type LiveEvent } from "./Stream.ts"
import { noteMessages } from "./Unread.ts"

export type Connection = "connecting" | "open" | "closed" | "locked"

interface Live {
  readonly connection: Connection
  /** The newest events, newest last. */
  readonly events: ReadonlyArray<LiveEvent>
  /** Who types where: user by channel, with the end in milliseconds of real time. */
  readonly typing: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** Events that the page keeps for its inspector. */
const KEPT = 2_000
/** As long as the platform's clients show it. */
const TYPING_MS = 10_000

export const useLive = create<Live>()(() => ({ connection: "connecting", events: [], typing: {} }))

/** Fields that many events share. */
interface EventData {
  readonly channel_id?: string
  readonly message_id?: string
  readonly interaction_id?: string
  readonly user_id?: string
  readonly ids?: ReadonlyArray<string>
  readonly record?: { readonly id: string; readonly channel_id: string }
}

const dataOf = ({ data }: LiveEvent): EventData => (typeof data === "object" && data !== null ? data : {})

/** The parts of the cache that an event changes, beside messages and interactions. */
const PARTS: ReadonlyArray<readonly [types: RegExp, keys: ReadonlyArray<string>]> = [
  // `soundboard_sounds` too.
  [new RegExp(`^(?:${TARGET_KINDS.join("|")})s?\\.`), ["world", "view"]],
  [/^(?:guild|role|member|user|presence)\./, ["members"]],
  // The presence of the person themselves.
  [/^presence\./, ["view"]],
  [/^(?:command|command_permissions|guild|role|channel|member|guild_install|user_install|user)\./, ["commands"]],
  [/^clock\./, ["clock", "deadlines", "limits", "authorizations", "lobbies"]],
  [/^(?:interaction|lobby|invite|scheduled_event|guild|webhook_event|authorization)\./, ["deadlines"]],
  [/^interaction\./, ["interactions"]],
  [/^lobby/, ["lobbies"]],
  [/^fault\./, ["faults"]],
  [/^authorization\./, ["authorizations"]],
  [/^gateway_session\./, ["sessions", "members"]],
  [/^channel\.pins_updated$/, ["pins"]]
]

/** Events that come together are taken together. */
const GATHER_MS = 40
/** Pause between two readings, so that the page can react to the person. */
const BUSY_MS = 250

const gatherer = () => {
  const messages = new Map<string, Set<string>>()
  const parts = new Set<string>()
  const interactions = new Set<string>()
  let reads = false

  const flush = async () => {
    const again = [
      ...[...messages].map(([channel, ids]) => renew(channel, ids)),
      ...[...parts].map((part) => renewAll([part])),
      ...[...interactions].map((id) => renewAll(["interaction", id]))
    ]
    messages.clear()
    parts.clear()
    interactions.clear()
    await Promise.allSettled(again)
    reads = messages.size + parts.size + interactions.size > 0
    if (reads) setTimeout(flush, BUSY_MS)
  }

  return (events: ReadonlyArray<LiveEvent>) => {
    for (const event of events) {
      const { record, message_id, channel_id, ids, interaction_id } = dataOf(event)
      if (event.type === "world.replaced") return reset()
      if (event.type.startsWith("message.")) {
        const channel = record?.channel_id ?? channel_id
        if (channel === undefined) continue
        const changed = messages.get(channel) ?? new Set()
        for (const id of [record?.id ?? message_id, ...(ids ?? [])]) if (id !== undefined) changed.add(id)
        messages.set(channel, changed)
      }
      if (interaction_id !== undefined) interactions.add(interaction_id)
      for (const [types, keys] of PARTS) if (types.test(event.type)) for (const key of keys) parts.add(key)
    }
    if (reads) return
    reads = true
    void flush()
  }
}

/** Hands on what came within a moment, at once when there are many. */
const together = (take: (events: ReadonlyArray<LiveEvent>) => void) => {
  let waiting: Array<LiveEvent> = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    take(events)
  }
  return (events: ReadonlyArray<LiveEvent>) => {
    for (const event of events) waiting.push(event)
    if (waiting.length >= KEPT) end()
    else timer ??= setTimeout(end, GATHER_MS)
  }
}

/** Nothing that was read is certain any more. */
const reset = () => void queries.invalidateQueries()

const noteTyping = (events: ReadonlyArray<LiveEvent>) => {
  const now = Date.now()
  for (const event of events) {
    const { channel_id, user_id, record } = dataOf(event)
    if (event.type === "typing.started" && channel_id !== undefined && user_id !== undefined) {
      setTyping(channel_id, user_id, now + TYPING_MS)
    }
    // Whoever has said something no longer types.
    const author = (record as { readonly message?: { readonly author?: { readonly id: string } } } | undefined)?.message
      ?.author?.id
    if (event.type === "message.created" && record !== undefined && author !== undefined) {
      if (useLive.getState().typing[record.channel_id]?.[author] !== undefined) setTyping(record.channel_id, author, 0)
    }
  }
}

const setTyping = (channel: string, user: string, until: number) => {
  useLive.setState(({ typing }) => ({ typing: { ...typing, [channel]: { ...typing[channel], [user]: until } } }))
}

/** Follows the server as long as the page is open. `again` starts it anew, for example after a token was given. */
export const useFollowing = (again: number): void => {
  useEffect(() => {
    const ended = new AbortController()
    const gather = gatherer()
    void follow(
      {
        events: together((events) => {
          gather(events)
          noteTyping(events)
          noteMessages(events)
          useLive.setState((now) => ({ events: [...now.events, ...events].slice(-KEPT) }))
        }),
        lost: reset,
        state: (connection) => useLive.setState({ connection })
      },
      ended.signal
    )
    return () => ended.abort()
  }, [again])
}
