/** The messages of a conversation that are known, and what was read again. */
import type { APIMessage } from "discord-api-types/v10"

export interface Conversation {
  /** Oldest first. */
  readonly messages: ReadonlyArray<APIMessage>
  /** Whether there are older ones on the server. */
  readonly older: boolean
}

/** Kept in one conversation: what is further up is read again when somebody scrolls there. */
const KEPT = 10_000

/** Replaces the messages of `ids` by those that were found, in order. */
export const merged = (
  { messages, older }: Conversation,
  ids: ReadonlySet<string>,
  found: ReadonlyArray<APIMessage>
): Conversation => {
  const oldest = messages[0]?.id
  // An older one comes with its page.
  const fresh = new Map(found.map((message) => [message.id, message]))
  if (older && oldest !== undefined) for (const id of fresh.keys()) if (isBefore(id, oldest)) fresh.delete(id)
  const all = messages.flatMap((message) => {
    if (!ids.has(message.id)) return [message]
    const now = fresh.get(message.id)
    fresh.delete(message.id)
    return now === undefined ? [] : [now]
  })
  const newest = all.at(-1)?.id
  const added = [...fresh.values()]
  all.push(...added)
  // Most of the time everything new comes after everything known.
  if (added.some(({ id }, at) => isBefore(id, added[at - 1]?.id ?? newest ?? "")))
    all.sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1))
  return all.length > KEPT ? { messages: all.slice(-KEPT), older: true } : { messages: all, older }
}

/** Ids of one length sort by their text. */
export const isBefore = (a: string, b: string): boolean => (a.length === b.length ? a < b : a.length < b.length)
