/** Lobbies and the users connected to them. Source: product.md "Control plane". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { SeenLobby } from "../rest/Lobby.ts"
import { guarded } from "./ControlEndpoint.ts"

const CONNECTION = "/users/:user_id/lobbies/:lobby_id/connection"

export const lobbies = guarded({
  connect_lobby: {
    method: "PUT",
    path: CONNECTION,
    refuses: [400, 404],
    text:
      "The user, a member of the lobby, is connected to it until told otherwise. The lobby does not end meanwhile. Nothing " +
      "happens when they are connected so already."
  },
  disconnect_lobby: {
    method: "DELETE",
    path: CONNECTION,
    refuses: [400, 404],
    text: "The user is connected no more, and stays a member. When nobody is connected the idle time of the lobby begins."
  },
  list_lobbies: {
    method: "GET",
    path: "/lobbies",
    query: {
      application_id: Schema.optionalKey(
        SnowflakeText.annotate({ description: "Those of one application. Default: all." })
      )
    },
    answer: Schema.Struct({ lobbies: Schema.Array(SeenLobby) }),
    refuses: [400],
    text: "Every lobby with its members and who of them is connected."
  }
})
