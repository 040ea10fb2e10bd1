/** Guilds that users join and leave. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import { fieldsOf } from "@backlot/scenario/Fields"
import { Effect, Result } from "effect"
import { outcomeOfEdit, send } from "../turn/Playing.ts"
import type { Act } from "../turn/Turn.ts"

export const accept_invite: Act<string> = Effect.fnUntraced(function* (turn, code) {
  const { playing } = turn
  const answer = yield* send(playing, ControlCall.acceptInvite(yield* turn.user, code))
  const { guild_id } = fieldsOf(answer.body)
  if (typeof guild_id === "string") playing.names.doubt(`/guilds/${guild_id}`)
  return outcomeOfEdit(answer)
})

export const leave_guild: Act<string> = Effect.fnUntraced(function* (turn, named) {
  const { playing } = turn
  const guild = yield* playing.names.find((names) => Result.map(names.guild(named), ({ id }) => id), ["leave_guild"])
  const answer = yield* send(playing, ControlCall.leaveGuild(yield* turn.user, guild))
  playing.names.doubt(`/guilds/${guild}`)
  return outcomeOfEdit(answer)
})
