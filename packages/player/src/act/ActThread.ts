/** Threads that users start, join and leave. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import { defined, fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { attached } from "../turn/Files.ts"
import { resolveMessage } from "../turn/MessageRefs.ts"
import { outcomeOfEdit, send, unplayable, viewpoint } from "../turn/Playing.ts"
import type { Act } from "../turn/Turn.ts"

export const start_thread: Act<NonNullable<Step["start_thread"]>> = Effect.fnUntraced(function* (turn, given) {
  const { playing } = turn
  const {
    message,
    attachments = [],
    ...body
  }: Exclude<typeof given, string> = typeof given === "string" ? { name: given } : given
  const files = yield* Effect.forEach(attachments, (file, index) =>
    attached(playing, file, ["start_thread", "attachments", index])
  )
  const posted = typeof message === "string" ? { content: message } : (message ?? (files.length > 0 ? {} : undefined))
  const first = defined({ message: posted, attachments: files.length > 0 ? files : undefined })
  const at = yield* turn.at
  const from = turn.step.on === undefined ? undefined : yield* resolveMessage(turn, at, turn.step.on, () => true)
  const answer = yield* send(playing, ControlCall.startThread(viewpoint(at), { ...body, ...first }, from?.id))
  const { guild_id } = fieldsOf(answer.body)
  if (typeof guild_id === "string") playing.names.doubt(`/guilds/${guild_id}`)
  return outcomeOfEdit(answer)
})

const membership =
  (act: "join_thread" | "leave_thread"): Act<string> =>
  (turn, named) =>
    Effect.gen(function* () {
      const { playing } = turn
      const user = yield* turn.user
      const place = yield* playing.names.find((known) => known.channel(named, user), [act])
      if (!("id" in place)) return yield* unplayable([act], "direct messages have no threads")
      const method = act === "join_thread" ? "PUT" : "DELETE"
      return outcomeOfEdit(
        yield* send(playing, ControlCall.membership(method, { user_id: user, channel_id: place.id }))
      )
    })

export const join_thread = membership("join_thread")

export const leave_thread = membership("leave_thread")

const inThread =
  (act: "add_to_thread" | "remove_from_thread", method: "PUT" | "DELETE"): Act<string> =>
  (turn, named) =>
    Effect.gen(function* () {
      const at = yield* turn.at
      const member = yield* turn.playing.names.find((known) => known.user(named), [act])
      return outcomeOfEdit(yield* send(turn.playing, ControlCall.threadMember(method, viewpoint(at), member)))
    })

export const add_to_thread = inThread("add_to_thread", "PUT")

export const remove_from_thread = inThread("remove_from_thread", "DELETE")
