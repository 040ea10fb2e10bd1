/** Messages and reactions of users, and their own language. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import { defined, field, listOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { attached } from "../turn/Files.ts"
import { seenMessage } from "../turn/Interacting.ts"
import { resolveMessage, seenIn } from "../turn/MessageRefs.ts"
import { type ActOutcome, type At, outcomeOfError, outcomeOfNothing, send, viewpoint } from "../turn/Playing.ts"
import type { Act, Turn } from "../turn/Turn.ts"

export const say: Act<NonNullable<Step["say"]>> = Effect.fnUntraced(function* (turn, given) {
  const at = yield* turn.at
  const { content, reply_to, attachments, stickers } = typeof given === "string" ? { content: given } : given
  const replied =
    reply_to === undefined
      ? undefined
      : yield* resolveMessage(turn, at, reply_to, () => true, { path: ["say", "reply_to"] })
  const files = yield* Effect.forEach(attachments ?? [], (file, index) =>
    attached(turn.playing, file, ["say", "attachments", index])
  )
  const body = defined({
    content,
    reply_to: replied?.id,
    attachments: files.length === 0 ? undefined : files,
    stickers
  })
  return yield* sendAt(turn, at, ControlCall.say(viewpoint(at), body))
})

export const revise: Act<string> = Effect.fnUntraced(function* (turn, content) {
  const at = yield* turn.at
  const { id } = yield* resolveMessage(turn, at, turn.step.on, isOf(at.user), { what: OWN })
  return yield* sendAt(turn, at, ControlCall.revise(viewpoint(at), id, { content }))
})

export const erase: Act<NonNullable<Step["erase"]>> = Effect.fnUntraced(function* (turn, which) {
  const at = yield* turn.at
  const sought = which === "last" ? { what: OWN, fits: isOf(at.user) } : { what: "no message", fits: () => true }
  const { id } = yield* resolveMessage(turn, at, which, sought.fits, { path: ["erase"], what: sought.what })
  return yield* sendAt(turn, at, ControlCall.erase(viewpoint(at), id))
})

export const react: Act<string> = (turn, emoji) => reaction(turn, emoji, "PUT", () => true)

export const unreact: Act<string> = (turn, emoji) =>
  reaction(turn, emoji, "DELETE", (message) => listOf(message, "reactions").some((one) => field(one, "me") === true))

export const read: Act<boolean | number> = Effect.fnUntraced(function* (turn, limit) {
  const at = yield* turn.at
  const { answer, messages } = yield* seenIn(turn.playing, at, typeof limit === "number" ? limit : undefined)
  return keep(turn, at, answer.status === 200 ? { messages } : outcomeOfError(answer))
})

export const set_locale: Act<string> = Effect.fnUntraced(function* (turn, locale) {
  const { playing } = turn
  const path = `/users/${yield* turn.user}`
  const answer = yield* playing.control("PATCH", path, { locale })
  if (answer.status < 400) playing.names.learn(path, answer.body)
  return outcomeOfNothing(answer)
})

const OWN = "no message of the user's own"

const isOf =
  (user: string) =>
  (message: unknown): boolean =>
    field(message, "author", "id") === user

const reaction = Effect.fnUntraced(function* (
  turn: Turn,
  emoji: string,
  method: "PUT" | "DELETE",
  fits: (message: unknown) => boolean
) {
  const at = yield* turn.at
  const { id } = yield* resolveMessage(turn, at, turn.step.on, fits)
  return yield* sendAt(turn, at, ControlCall.react(method, viewpoint(at), id, emoji))
})

const sendAt = (turn: Turn, at: At, call: ControlCall.ControlCall) =>
  Effect.map(send(turn.playing, call), (answer) => {
    if (answer.status >= 400) return keep(turn, at, outcomeOfError(answer))
    return keep(turn, at, answer.body === undefined ? {} : { message: seenMessage(answer.body) })
  })

const keep = ({ playing }: Turn, at: At, outcome: ActOutcome): ActOutcome => {
  playing.memory.last = { outcome, ...at }
  return outcome
}
