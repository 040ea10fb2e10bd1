/** Lobbies and the users connected to them. Source: product.md "Control plane". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { optional } from "../openapi/Endpoint.ts"
import { SeenLobby } from "../rest/Lobby.ts"
import { endpoint } from "./ControlEndpoint.ts"

const CONNECTION = "/users/:user_id/lobbies/:lobby_id/connection"

export const lobbies = {
  connect_lobby: endpoint.put(CONNECTION, {
    text:
      "The user, a member of the lobby, is connected to it until it is disconnected. The lobby does not end " +
      "meanwhile. Nothing happens when they are connected already."
  }),
  disconnect_lobby: endpoint.delete(CONNECTION, {
    text: "The user is disconnected, and stays a member. When nobody is connected the idle time of the lobby begins."
  }),
  list_lobbies: endpoint.get("/lobbies", {
    query: {
      application_id: optional(SnowflakeText, "Those of one application. Default: all.")
    },
    answer: Schema.Struct({ lobbies: Schema.Array(SeenLobby) }),
    text: "Every lobby with its members, and whether each is connected."
  })
}
