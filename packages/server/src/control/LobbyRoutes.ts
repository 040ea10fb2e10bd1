/** Connects users to lobbies, and lists lobbies. Source: product.md "Control plane". */

import * as Lobbies from "@backlot/usecases/lobby/Lobbies"
import * as LobbyConnections from "@backlot/usecases/lobby/LobbyConnections"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"

const connectionOf = (call: Call) =>
  Effect.map(Query.ids(call, "user_id", "lobby_id"), (ids) => ({ ...ids, source: LobbyConnections.CONTROL }))

export const lobbyRoutes = {
  connect_lobby: (call: Call) => Effect.flatMap(connectionOf(call), LobbyConnections.connect),
  disconnect_lobby: (call: Call) => Effect.flatMap(connectionOf(call), LobbyConnections.disconnect),
  list_lobbies: (call: Call) =>
    Effect.map(Effect.flatMap(Query.id(call, "application_id"), Lobbies.list), (lobbies) => ({ lobbies }))
}
