/** Messages and reactions of users. */

import * as ControlCall from "@backlot/client/session/ControlCall"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import type { Answer } from "../stage/StageHttp.ts"
import { attached } from "../turn/Files.ts"
import { seenMessage } from "../turn/Interacting.ts"
import { resolveMessage, seenIn } from "../turn/MessageRefs.ts"
import { type ActOutcome, outcomeOfError, send, viewpoint } from "../turn/Playing.ts"
import type { Act, Turn } from "../turn/Turn.ts"

export const say: Act<NonNullable<Step["say"]>> = Effect.fnUntraced(function* (turn, given) {
  const at = yield* placeIn(turn)
  const { content, reply_to, attachments } = typeof given === "string" ? { content: given } : given
  const replied =
    reply_to === undefined
      ? {}
      : { reply_to: (yield* resolveMessage(turn, at, reply_to, () => true, { path: ["say", "reply_to"] })).id }
  const files = yield* Effect.forEach(attachments ?? [], (file, index) =>
    attached(turn.playing, file, ["say", "attachments", index])
  )
  const body = {
    ...(content === undefined ? {} : { content }),
    ...replied,
    ...(files.length === 0 ? {} : { attachments: files })
  }
  return yield* sendAt(turn, at, ControlCall.say(viewpoint(at), body))
})

export const revise: Act<string> = Effect.fnUntraced(function* (turn, content) {
  const at = yield* placeIn(turn)
  const { id } = yield* resolveMessage(turn, at, turn.step.on, isOf(at.user), { what: "no message of the user's own" })
  return yield* sendAt(turn, at, ControlCall.revise(viewpoint(at), id, { content }))
})

export const erase: Act<NonNullable<Step["erase"]>> = Effect.fnUntraced(function* (turn, which) {
  const at = yield* placeIn(turn)
  const isNewest = which === "last"
  const fits = isNewest ? isOf(at.user) : () => true
  const { id } = yield* resolveMessage(turn, at, which, fits, {
    path: ["erase"],
    what: isNewest ? "no message of the user's own" : "no message"
  })
  return yield* sendAt(turn, at, ControlCall.erase(viewpoint(at), id))
})

export const react: Act<string> = (turn, emoji) => reaction(turn, emoji, "PUT", () => true)

export const unreact: Act<string> = (turn, emoji) =>
  reaction(turn, emoji, "DELETE", (message) => {
    const { reactions } = fieldsOf(message)
    return Array.isArray(reactions) && reactions.some((one) => fieldsOf(one)["me"] === true)
  })

export const read: Act<boolean | number> = Effect.fnUntraced(function* (turn, limit) {
  const at = yield* placeIn(turn)
  const { answer, messages } = yield* seenIn(turn.playing, at, typeof limit === "number" ? limit : undefined)
  return keep(turn, at, answer.status === 200 ? { messages } : outcomeOfError(answer))
})

const placeIn = Effect.fnUntraced(function* ({ scene }: Turn) {
  const { user, channel } = yield* scene
  return { user, channel: channel.id }
})

type At = Effect.Success<ReturnType<typeof placeIn>>

const isOf =
  (user: string) =>
  (message: unknown): boolean =>
    fieldsOf(fieldsOf(message)["author"])["id"] === user

const reaction = Effect.fnUntraced(function* (
  turn: Turn,
  emoji: string,
  method: "PUT" | "DELETE",
  fits: (message: unknown) => boolean
) {
  const at = yield* placeIn(turn)
  const { id } = yield* resolveMessage(turn, at, turn.step.on, fits)
  return yield* sendAt(turn, at, ControlCall.react(method, viewpoint(at), id, emoji))
})

const sendAt = (turn: Turn, at: At, call: ControlCall.ControlCall) =>
  Effect.map(send(turn.playing, call), (answer) => keep(turn, at, outcomeOfMessage(answer)))

const outcomeOfMessage = (answer: Answer): ActOutcome => {
  if (answer.status >= 400) return outcomeOfError(answer)
  return answer.body === undefined ? {} : { message: seenMessage(answer.body) }
}

const keep = ({ playing }: Turn, at: At, outcome: ActOutcome): ActOutcome => {
  playing.memory.last = { outcome, ...at }
  return outcome
}
