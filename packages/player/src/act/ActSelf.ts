/** What users set about themselves: language, nickname, presence. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import { defined, fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { guildOf } from "../turn/Guild.ts"
import { outcomeOfEdit, outcomeOfNothing, send } from "../turn/Playing.ts"
import type { Act, Turn } from "../turn/Turn.ts"

export const set_locale: Act<string> = Effect.fnUntraced(function* (turn, locale) {
  const { playing } = turn
  const path = `/users/${yield* turn.user}`
  const answer = yield* playing.control("PATCH", path, { locale })
  if (answer.status < 400) playing.names.learn(path, answer.body)
  return outcomeOfNothing(answer)
})

export const set_nickname: Act<NonNullable<Step["set_nickname"]>> = Effect.fnUntraced(function* (turn, given) {
  const { playing } = turn
  const { guild: named, nick } = typeof given === "string" ? { nick: given } : given
  const user = yield* turn.user
  const guild = yield* guildOf(turn, named, ["set_nickname", "guild"])
  return outcomeOfEdit(yield* send(playing, ControlCall.setNickname(user, guild, nick === "" ? null : nick)))
})

export const set_presence: Act<NonNullable<Step["set_presence"]>> = Effect.fnUntraced(function* (turn, given) {
  const { activities, ...rest } = typeof given === "string" ? { status: given } : given
  const shown = activities?.map((activity) => ({ type: 0, ...activity }))
  const call = ControlCall.setPresence(yield* turn.user, defined({ ...rest, activities: shown }))
  return outcomeOfEdit(yield* send(turn.playing, call))
})

export const open_direct: Act<string> = Effect.fnUntraced(function* (turn, named) {
  const other = yield* turn.playing.names.find((known) => known.user(named), ["open_direct"])
  return yield* opened(turn, ControlCall.openDirect(yield* turn.user, other))
})

export const open_group: Act<NonNullable<Step["open_group"]>> = Effect.fnUntraced(function* (turn, given) {
  const { recipients, ...more } = "recipients" in given ? given : { recipients: given }
  const others = yield* Effect.forEach(recipients, (name, index) =>
    turn.playing.names.find((known) => known.user(name), ["open_group", "recipients", index])
  )
  return yield* opened(turn, ControlCall.openGroup(yield* turn.user, { recipients: others, ...more }))
})

/** Later steps may name the channel. */
const opened = Effect.fnUntraced(function* ({ playing }: Turn, call: ControlCall.ControlCall) {
  const answer = yield* send(playing, call)
  const { id } = fieldsOf(answer.body)
  if (answer.status < 400 && typeof id === "string") playing.names.doubt(`/direct_channels/${id}`)
  return outcomeOfEdit(answer)
})
