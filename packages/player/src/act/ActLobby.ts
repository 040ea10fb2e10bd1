/** Lobbies that users join, leave and connect to. Source: service.md "Lobby"; wire-rest.md §6. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import type { Path } from "@backlot/domain/error/Fault"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { applicationOf, outcomeOfError, outcomeOfNothing, type Playing, send, unplayable } from "../turn/Playing.ts"
import { asUser, type Consent } from "../turn/Tokens.ts"
import type { Act, Turn } from "../turn/Turn.ts"

/** The scopes of `Client.getDefaultCommunicationScopes()`. */
const SCOPES = ["openid", "sdk.social_layer"]

export const join: Act<NonNullable<Step["join"]>> = Effect.fnUntraced(function* (turn, given) {
  const { playing } = turn
  const { application, ...body } = typeof given === "string" ? { secret: given } : { application: undefined, ...given }
  const consent = yield* consentOf(turn, application, ["join", "application"])
  const answer = yield* asUser(playing, consent, { method: "PUT", path: "/lobbies", body }, ["join"])
  if (answer.status >= 400) return outcomeOfError(answer)
  const { id } = fieldsOf(answer.body)
  if (typeof id === "string") playing.memory.lobby = id
  return { application_id: consent.application.id, lobby: answer.body }
})

export const leave: Act<string> = Effect.fnUntraced(function* (turn, which) {
  const lobby = yield* lobbyOf(turn.playing, which, ["leave"])
  const consent = yield* consentOf(turn, undefined, ["leave"])
  const path = `/lobbies/${lobby}/members/@me`
  const answer = yield* asUser(turn.playing, consent, { method: "DELETE", path }, ["leave"])
  return outcomeOfNothing(answer)
})

export const connect: Act<string> = (turn, which) => connection(turn, "PUT", which, ["connect"])

export const disconnect: Act<string> = (turn, which) => connection(turn, "DELETE", which, ["disconnect"])

const connection = Effect.fnUntraced(function* (turn: Turn, method: "PUT" | "DELETE", which: string, path: Path) {
  const lobby = yield* lobbyOf(turn.playing, which, path)
  const answer = yield* send(turn.playing, ControlCall.connection(method, yield* turn.user, lobby))
  return outcomeOfNothing(answer)
})

const lobbyOf = Effect.fnUntraced(function* ({ memory }: Playing, which: string, path: Path) {
  if (which !== "last") return which
  return memory.lobby ?? (yield* unplayable(path, "no lobby was joined"))
})

const consentOf = Effect.fnUntraced(function* (turn: Turn, application: string | undefined, path: Path) {
  const wanted = yield* applicationOf(turn.playing, application, path)
  return { application: wanted, user: yield* turn.user, scopes: SCOPES } satisfies Consent
})
