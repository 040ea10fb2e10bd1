/** Messages of users that a bot got without their text, for want of MESSAGE_CONTENT. Source: wire-interactions.md §3.9. */
import { hasIntent } from "@backlot/domain/gateway/GatewayIntent"
import { isOpenTo, readsContent } from "@backlot/domain/message/MessageCensor"
import { field, fieldsOf, textOf } from "@backlot/scenario/Fields"
import { oneLine } from "@backlot/scenario/match/DescribeValue"
import type { StageEvent } from "../stage/EventStream.ts"
import type { Playing } from "./Playing.ts"
import type { Turn } from "./Turn.ts"

/** One sentence for each application, about the last such message since the acting step before. */
export const unread = ({ playing, marksBefore }: Turn): ReadonlyArray<string> => {
  const { feed } = playing.events ?? {}
  if (feed === undefined) return []
  const said = feed.since(marksBefore.events).filter(({ type }) => type === "message.created")
  return blindBots(playing, feed.since(0)).flatMap(({ application, intents }) => {
    const missed = said
      .map(messageIn)
      .findLast((message) => message !== undefined && !isOpenTo(message, application, ""))
    if (missed === undefined) return []
    const flag = readsContent(application)
      ? ""
      : ", which needs the application flag GATEWAY_MESSAGE_CONTENT or GATEWAY_MESSAGE_CONTENT_LIMITED"
    const lacks = hasIntent(intents, "MESSAGE_CONTENT")
      ? "the application's flag"
      : `the intent MESSAGE_CONTENT (1 << 15)${flag}`
    const text = oneLine(missed.content, WIDTH)
    return [`${application.name} got ${JSON.stringify(text)} with an empty content: its gateway session lacks ${lacks}`]
  })
}

const WIDTH = 60

/** Applications with a session that is told of messages, and reads none. */
const blindBots = ({ names, watches }: Playing, events: ReadonlyArray<StageEvent>) => {
  const ours = new Set([...watches.values()].map((watch) => watch.session()))
  const open = new Map<unknown, { readonly application_id: unknown; readonly intents: number }>()
  for (const { type, data } of events) {
    const { session_id, application_id, intents, gets_content } = fieldsOf(data)
    if (type === "gateway_session.ended") open.delete(session_id)
    if (type !== "gateway_session.began" || typeof session_id !== "string" || ours.has(session_id)) continue
    const isBlind = gets_content === false && typeof intents === "number" && hasIntent(intents, "GUILD_MESSAGES")
    if (isBlind) open.set(session_id, { application_id, intents })
  }
  const { applications } = names.known().world
  return applications.flatMap((application) => {
    const session = [...open.values()].find(({ application_id }) => application_id === application.id)
    return session === undefined ? [] : [{ application, intents: session.intents }]
  })
}

/** A message with a text, in a guild. */
const messageIn = ({ data }: StageEvent) => {
  const message = field(data, "record", "message")
  const author = textOf(message, "author", "id")
  const content = textOf(message, "content")
  if (author === undefined || content === undefined || content === "") return undefined
  if (textOf(data, "guild_id") === undefined) return undefined
  const application_id = textOf(message, "application_id")
  const { mentions } = fieldsOf(message)
  return {
    content,
    author: { id: author },
    mentions: (Array.isArray(mentions) ? mentions : []).map((user) => ({ id: textOf(user, "id") ?? "" })),
    ...(application_id === undefined ? {} : { application_id })
  }
}
