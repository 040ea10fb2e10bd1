/** Connects users to lobbies, and lists lobbies. Source: product.md "Control plane". */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { notSnowflake } from "@backlot/domain/error/FormError"
import * as Lobbies from "@backlot/usecases/lobby/Lobbies"
import * as LobbyConnections from "@backlot/usecases/lobby/LobbyConnections"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import type { Call } from "../http/Route.ts"
import { idParam, invalid } from "./Asked.ts"

const connectionOf = Effect.fnUntraced(function* (call: Call) {
  const user_id = yield* idParam(call, "user_id")
  return { user_id, lobby_id: yield* idParam(call, "lobby_id"), source: LobbyConnections.CONTROL }
})

export const connect = (call: Call) =>
  Effect.as(Effect.flatMap(connectionOf(call), LobbyConnections.connect), Answer.noContent)

export const disconnect = (call: Call) =>
  Effect.as(Effect.flatMap(connectionOf(call), LobbyConnections.disconnect), Answer.noContent)

export const listLobbies = Effect.fnUntraced(function* (call: Call) {
  const application = call.query("application_id")
  if (application !== undefined && !isSnowflake(application)) {
    return yield* invalid("application_id", notSnowflake(application))
  }
  return Answer.json(200, { lobbies: yield* Lobbies.list(application) })
})
