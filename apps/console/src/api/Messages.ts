/**
 * The messages of a channel as one user sees them. Changed messages are read again by their ids, older ones by pages, so that
 * a channel of any length costs what is shown.
 */
import { useQuery } from "@tanstack/react-query"
import type { APIMessage } from "discord-api-types/v10"
import { control } from "./Control.ts"
import { type Conversation, merged } from "./Merged.ts"
import { queries, renewAll } from "./Queries.ts"

export { isBefore } from "./Merged.ts"

/** Messages of one request. */
const PAGE = 100
const MAX_PAGE = 1_000
const keyOf = (user_id: string, channel_id: string) => ["messages", user_id, channel_id] as const

const read = async (user_id: string, channel_id: string, query: Readonly<Record<string, string | number>>) => {
  const { messages } = await control("get_messages", { user_id, channel_id }, { query })
  // A message object of the platform.
  return messages as ReadonlyArray<unknown> as ReadonlyArray<APIMessage>
}

export const useConversation = (user_id: string, channel_id: string) =>
  useQuery({
    queryKey: keyOf(user_id, channel_id),
    queryFn: async (): Promise<Conversation> => {
      // Whoever has scrolled up stays there.
      const known = queries.getQueryData<Conversation>(keyOf(user_id, channel_id))?.messages.length ?? 0
      const limit = Math.max(PAGE, Math.min(known, MAX_PAGE))
      const messages = await read(user_id, channel_id, { limit })
      return { messages, older: messages.length === limit }
    },
    // Messages are merged by hand, and there can be thousands.
    structuralSharing: false,
    enabled: user_id !== "" && channel_id !== ""
  })

/** Reads the page before the oldest message that is known. */
export const readOlder = async (user_id: string, channel_id: string): Promise<void> => {
  const key = keyOf(user_id, channel_id)
  const known = queries.getQueryData<Conversation>(key)
  const oldest = known?.messages[0]
  if (known === undefined || oldest === undefined || !known.older) return
  const page = await read(user_id, channel_id, { limit: PAGE, before: oldest.id })
  queries.setQueryData<Conversation>(key, (now) =>
    now === undefined || now.messages[0]?.id !== oldest.id
      ? now
      : { messages: [...page, ...now.messages], older: page.length === PAGE }
  )
}

/** Reads these messages again for everyone who looks at the channel. */
export const renew = async (channel_id: string, ids: ReadonlySet<string>): Promise<void> => {
  const again: Array<Promise<void>> = []
  for (const query of queries.getQueryCache().findAll({ queryKey: ["messages"] })) {
    const [, user_id, channel] = query.queryKey as ReturnType<typeof keyOf>
    if (channel !== channel_id) continue
    if (query.state.data === undefined) again.push(renewAll(query.queryKey))
    else if (!query.isActive()) queries.removeQueries({ queryKey: query.queryKey, exact: true })
    else again.push(renewFor(user_id, channel_id, new Set(ids)))
  }
  await Promise.all(again)
}

const renewFor = async (user_id: string, channel_id: string, ids: ReadonlySet<string>) => {
  const key = keyOf(user_id, channel_id)
  if (ids.size > PAGE) return queries.invalidateQueries({ queryKey: key })
  try {
    const found = await read(user_id, channel_id, { ids: [...ids].join(",") })
    queries.setQueryData<Conversation>(key, (now) => (now === undefined ? now : merged(now, ids, found)))
  } catch {
    // The person may no longer see the channel.
    await queries.invalidateQueries({ queryKey: key })
  }
}
