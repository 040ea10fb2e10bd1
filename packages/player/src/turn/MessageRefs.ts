/** Finds the message that a step is about, in what the acting user sees: by id, as `last`, or by its look. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import type { Path } from "@backlot/domain/error/Fault"
import { errorText } from "@backlot/scenario/describe/ErrorText"
import { field, isRegExp, listOf } from "@backlot/scenario/Fields"
import { match } from "@backlot/scenario/match/Match"
import type { SeenMessage } from "@backlot/scenario/Outcome"
import { Effect } from "effect"
import { seenMessage } from "./Interacting.ts"
import { type At, type Playing, send, unplayable, viewpoint } from "./Playing.ts"
import type { ActFailure, Turn } from "./Turn.ts"

/** The channel as the user sees it, oldest first; no message if the user does not see the channel. */
export const seenIn = Effect.fnUntraced(function* (playing: Playing, at: At, limit?: number) {
  const answer = yield* send(playing, ControlCall.messages(viewpoint(at), limit))
  return { answer, messages: listOf(answer.body, "messages").map(seenMessage) }
})

/** The most that the control plane gives at once. */
const MOST = 1_000

/** JSON error codes of a channel that is hidden from a user: Unknown Channel, Unknown Member, Missing Access. */
const HIDDEN = [10003, 10007, 50001] as const

/** What the user sees in the channel: nothing if it is hidden. Fails for an unknown user, who proves nothing. */
export const visibleIn = Effect.fnUntraced(function* (playing: Playing, at: At, path: Path) {
  const { answer, messages } = yield* seenIn(playing, at, MOST)
  const code = field(answer.body, "code")
  if (answer.status === 200 || HIDDEN.some((one) => one === code)) return messages
  return yield* unplayable(path, `the channel can not be read: ${errorText(answer.body) ?? answer.status}`)
})

/** Parts of the failure if no message is found. */
interface Sought {
  readonly path?: Path
  readonly what?: string
  /** Other names that would do, from the messages that are meant. */
  readonly near?: (messages: ReadonlyArray<SeenMessage>) => string
}

/** The newest message that fits. One that is not listed is known by its id alone. */
export const resolveMessage = Effect.fnUntraced(function* (
  turn: Turn,
  at: At,
  on: unknown,
  fits: (message: SeenMessage) => boolean,
  { path = ["on"], what = "no message", near = () => "" }: Sought = {}
): Effect.fn.Return<Pick<SeenMessage, "id">, ActFailure> {
  const { messages, answer } = yield* seenIn(turn.playing, at)
  if (typeof on === "string" && isSnowflake(on)) {
    return messages.find(({ id }) => id === on) ?? { id: on }
  }
  const isMeant = (message: SeenMessage) => on === undefined || on === "last" || looksLike(message, on)
  const found = messages.findLast((message) => isMeant(message) && fits(message))
  if (found !== undefined) return found
  const seen = answer.status === 200 ? describeSeen(messages) : `the channel answered ${answer.status}`
  const like = on === undefined || on === "last" ? "" : " that looks like this"
  return yield* unplayable(path, `${what} here${like}: ${seen}${near(messages.filter(isMeant))}`)
})

export const looksLike = (message: SeenMessage, wanted: unknown): boolean =>
  match(wanted, meantOf(wanted, message)).length === 0

/** A text or a pattern alone is about the content. Our choice: docs/choices.md "Scenarios". */
export const meantOf = (wanted: unknown, message: SeenMessage): unknown =>
  typeof wanted === "string" || isRegExp(wanted) ? message.content : message

const describeSeen = (messages: ReadonlyArray<SeenMessage>): string =>
  messages.length === 0
    ? "the user sees no message"
    : `the user sees ${messages.length}, the newest: ${JSON.stringify(messages.at(-1)?.content ?? "")}`
