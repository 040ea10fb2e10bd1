/** Which message a step is about: an id, `last`, or what it looks like, as the acting user sees the channel. */
import type { Path } from "@backlot/domain/Fault"
import { isSnowflake } from "@backlot/domain/Snowflake"
import { Effect } from "effect"
import { fieldsOf } from "./Fields.ts"
import { seenMessage } from "./Interacting.ts"
import { match } from "./Match.ts"
import type { SeenMessage } from "./Outcome.ts"
import { type Playing, unplayable } from "./Playing.ts"
import type { ActFailure, Turn } from "./Turn.ts"

interface At {
  readonly user: string
  readonly channel: string
}

/** The channel as the user sees it, oldest first; fails where they do not see it. */
export const seenIn = Effect.fnUntraced(function* ({ control }: Playing, { user, channel }: At, limit?: number) {
  const answer = yield* control(
    "GET",
    `/users/${user}/channels/${channel}/messages${limit === undefined ? "" : `?limit=${limit}`}`
  )
  const { messages } = fieldsOf(answer.body)
  return { answer, messages: Array.isArray(messages) ? messages.map(seenMessage) : [] }
})

/**
 * The newest message that is meant and fits. One of another channel, or further back, is only known by its id: then its
 * other fields are not there.
 */
export const resolveMessage = Effect.fnUntraced(function* (
  turn: Turn,
  at: At,
  on: unknown,
  fits: (message: SeenMessage) => boolean,
  { path = ["on"], what = "no message" }: { readonly path?: Path; readonly what?: string } = {}
): Effect.fn.Return<SeenMessage, ActFailure> {
  const { messages, answer } = yield* seenIn(turn.playing, at)
  if (typeof on === "string" && isSnowflake(on)) {
    return messages.find(({ id }) => id === on) ?? { id: on, content: "", ephemeral: false }
  }
  const isMeant = (message: SeenMessage) =>
    on === undefined ||
    on === "last" ||
    (typeof on === "string" ? isText(message, on) : match(on, message).length === 0)
  const found = messages.findLast((message) => isMeant(message) && fits(message))
  if (found !== undefined) return found
  const seen = answer.status === 200 ? told(messages) : `the channel answered ${answer.status}`
  return yield* unplayable(
    path,
    `${what} here${on === undefined || on === "last" ? "" : " that looks like this"}: ${seen}`
  )
})

/** Ours: a text that is no id is the content of a message, or a pattern of it. */
const isText = (message: SeenMessage, text: string): boolean => match(text, message.content).length === 0

const told = (messages: ReadonlyArray<SeenMessage>): string =>
  messages.length === 0
    ? "the user sees no message"
    : `the user sees ${messages.length}, the newest: ${JSON.stringify(messages.at(-1)?.content ?? "")}`
