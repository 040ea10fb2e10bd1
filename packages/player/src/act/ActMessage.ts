/** Messages, reactions and pins of users. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import type { Path } from "@backlot/domain/error/Fault"
import { defined, field, listOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { attached } from "../turn/Files.ts"
import { seenMessage } from "../turn/Interacting.ts"
import { resolveMessage, seenIn } from "../turn/MessageRefs.ts"
import { type ActOutcome, type At, outcomeOfError, send, unplayable, viewpoint } from "../turn/Playing.ts"
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

export const forward: Act<string> = Effect.fnUntraced(function* (turn, channel) {
  const at = yield* turn.at
  const { id } = yield* resolveMessage(turn, at, turn.step.on, () => true)
  const place = yield* turn.playing.names.find((known) => known.channel(channel, at.user), ["forward"])
  const to = "id" in place ? place.id : yield* unplayable(["forward"], `there is no conversation with ${channel} yet`)
  return yield* sendAt(turn, at, ControlCall.forward(viewpoint(at), id, to))
})

type Answers = NonNullable<Step["vote"]>

export const vote: Act<Answers> = (turn, wanted) => voting(turn, Array.isArray(wanted) ? wanted : [wanted])

export const unvote: Act<true> = (turn) => voting(turn, [])

const isPoll = (message: unknown): boolean => field(message, "poll") !== undefined

const voting = Effect.fnUntraced(function* (turn: Turn, wanted: ReadonlyArray<string | number>) {
  const at = yield* turn.at
  const message = yield* resolveMessage(turn, at, turn.step.on, isPoll, { what: "no poll" })
  const answers = listOf(field(message, "poll"), "answers")
  const ids = yield* Effect.forEach(wanted, (one) => {
    const found = answers.find(
      (answer) => field(answer, "answer_id") === one || field(answer, "poll_media", "text") === one
    )
    const id = typeof one === "number" ? one : field(found, "answer_id")
    if (typeof id === "number") return Effect.succeed(id)
    const known = answers.map((answer) => JSON.stringify(field(answer, "poll_media", "text"))).join(", ")
    return unplayable(["vote"], `the poll has no answer ${JSON.stringify(one)}; it has ${known}`)
  })
  return yield* sendAt(turn, at, ControlCall.vote(viewpoint(at), message.id, ids))
})

export const read: Act<boolean | number> = Effect.fnUntraced(function* (turn, limit) {
  const at = yield* turn.at
  const { answer, messages } = yield* seenIn(turn.playing, at, typeof limit === "number" ? limit : undefined)
  return keep(turn, at, answer.status === 200 ? { messages } : outcomeOfError(answer))
})

export const pin: Act<NonNullable<Step["pin"]>> = (turn, which) => pinned(turn, which, "PUT", ["pin"])

export const unpin: Act<NonNullable<Step["unpin"]>> = (turn, which) => pinned(turn, which, "DELETE", ["unpin"])

const pinned = Effect.fnUntraced(function* (
  turn: Turn,
  which: NonNullable<Step["pin"]>,
  method: "PUT" | "DELETE",
  path: Path
) {
  const at = yield* turn.at
  const { id } = yield* resolveMessage(turn, at, which, () => true, { path })
  return yield* sendAt(turn, at, ControlCall.pin(method, viewpoint(at), id))
})

export const start_typing: Act<true> = Effect.fnUntraced(function* (turn) {
  const at = yield* turn.at
  return yield* sendAt(turn, at, ControlCall.startTyping(viewpoint(at)))
})

const effect = Effect.fnUntraced(function* (turn: Turn, given: Parameters<typeof ControlCall.voiceEffect>[1]) {
  const at = yield* turn.at
  return yield* sendAt(turn, at, ControlCall.voiceEffect(viewpoint(at), given))
})

export const play_sound: Act<string> = (turn, sound) => effect(turn, { sound })

export const send_effect: Act<string> = (turn, emoji) => effect(turn, { emoji })

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
