/** Guilds that users join and leave, and their voice channels. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import { defined, fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { idNamed } from "../name/Names.ts"
import { guildOf } from "../turn/Guild.ts"
import { outcomeOfEdit, send, unplayable, viewpoint } from "../turn/Playing.ts"
import type { Act } from "../turn/Turn.ts"

type NewInvite = NonNullable<Step["create_invite"]>

export const create_invite: Act<NewInvite> = Effect.fnUntraced(function* (
  turn,
  { target_user, target_application, target_users, roles, ...terms }
) {
  const { playing } = turn
  const { user, channel } = yield* turn.scene
  const ids = (kind: Parameters<typeof idNamed>[1], field: keyof NewInvite, named: ReadonlyArray<string> | undefined) =>
    Effect.forEach(named ?? [], (text) =>
      playing.names.find((known) => idNamed(known, kind, text, channel), ["create_invite", field])
    )
  const [target_user_id] = yield* ids("user", "target_user", target_user === undefined ? [] : [target_user])
  const [target_application_id] = yield* ids(
    "application",
    "target_application",
    target_application === undefined ? [] : [target_application]
  )
  const role_ids = yield* ids("role", "roles", roles)
  const targets = yield* ids("user", "target_users", target_users)
  const body = defined({
    ...{ ...terms, target_user_id, target_application_id },
    role_ids: roles && role_ids,
    target_users_file: target_users && targets.join("\n")
  })
  const at = viewpoint({ user, channel: channel.id })
  return outcomeOfEdit(yield* send(playing, ControlCall.createInvite(at, body)))
})

export const revoke_invite: Act<string> = Effect.fnUntraced(function* (turn, code) {
  return outcomeOfEdit(yield* send(turn.playing, ControlCall.revokeInvite(yield* turn.user, code)))
})

export const accept_invite: Act<string> = Effect.fnUntraced(function* (turn, code) {
  const { playing } = turn
  const answer = yield* send(playing, ControlCall.acceptInvite(yield* turn.user, code))
  const { guild_id } = fieldsOf(answer.body)
  if (typeof guild_id === "string") playing.names.doubt(`/guilds/${guild_id}`)
  return outcomeOfEdit(answer)
})

export const leave_guild: Act<string> = Effect.fnUntraced(function* (turn, named) {
  const { playing } = turn
  const guild = yield* guildOf(turn, named, ["leave_guild"])
  const answer = yield* send(playing, ControlCall.leaveGuild(yield* turn.user, guild))
  playing.names.doubt(`/guilds/${guild}`)
  return outcomeOfEdit(answer)
})

const inGuild =
  (
    act: "boost_guild" | "stop_boosting" | "accept_rules",
    call: (userId: string, guildId: string) => ControlCall.ControlCall
  ): Act<string> =>
  (turn, named) =>
    Effect.gen(function* () {
      const guild = yield* guildOf(turn, named, [act])
      return outcomeOfEdit(yield* send(turn.playing, call(yield* turn.user, guild)))
    })

export const boost_guild = inGuild("boost_guild", ControlCall.boostGuild)

export const stop_boosting = inGuild("stop_boosting", ControlCall.stopBoosting)

export const accept_rules = inGuild("accept_rules", ControlCall.acceptRules)

const asking =
  (act: "ask_to_join" | "withdraw_join_request", method: "PUT" | "DELETE"): Act<string> =>
  (turn, named) =>
    Effect.gen(function* () {
      const guild = yield* guildOf(turn, named, [act])
      return outcomeOfEdit(yield* send(turn.playing, ControlCall.joinRequest(method, yield* turn.user, guild)))
    })

export const ask_to_join = asking("ask_to_join", "PUT")

export const withdraw_join_request = asking("withdraw_join_request", "DELETE")

export const review_join_request: Act<NonNullable<Step["review_join_request"]>> = Effect.fnUntraced(function* (
  turn,
  { user, approve, guild: named, reason }
) {
  const { playing } = turn
  const guild = yield* guildOf(turn, named, ["review_join_request", "guild"])
  const applicant = yield* playing.names.find((known) => known.user(user), ["review_join_request", "user"])
  const review = defined({ action: approve ? "APPROVED" : "REJECTED", rejection_reason: reason })
  const answer = yield* send(playing, ControlCall.reviewJoinRequest(yield* turn.user, guild, applicant, review))
  playing.names.doubt(`/guilds/${guild}`)
  return outcomeOfEdit(answer)
})

export const join_voice: Act<NonNullable<Step["join_voice"]>> = Effect.fnUntraced(function* (turn, given) {
  const { playing } = turn
  const { channel, ...how } = typeof given === "string" ? { channel: given } : given
  const user = yield* turn.user
  const place = yield* playing.names.find((known) => known.channel(channel, user), ["join_voice"])
  if (!("id" in place)) return yield* unplayable(["join_voice"], "direct messages have no voice")
  return outcomeOfEdit(yield* send(playing, ControlCall.joinVoice({ user_id: user, channel_id: place.id }, how)))
})

export const leave_voice: Act<true> = Effect.fnUntraced(function* (turn) {
  return outcomeOfEdit(yield* send(turn.playing, ControlCall.leaveVoice(yield* turn.user)))
})

const interest =
  (act: "mark_interest" | "withdraw_interest"): Act<string> =>
  (turn, named) =>
    Effect.gen(function* () {
      const { playing } = turn
      const event = yield* playing.names.find((names) => names.event(named), [act])
      const method = act === "mark_interest" ? "PUT" : "DELETE"
      return outcomeOfEdit(yield* send(playing, ControlCall.interest(method, yield* turn.user, event)))
    })

export const mark_interest = interest("mark_interest")

export const withdraw_interest = interest("withdraw_interest")
