/** Lobbies in the control plane: who is connected, and what there is. Source: product.md "Control plane". */
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { SnowflakeText } from "../rest/Command.ts"
import { SeenLobby } from "../rest/LobbyPayload.ts"
import { refused } from "./ControlError.ts"

const raw = { disableCodecs: true } as const
const params = { user_id: SnowflakeText, lobby_id: SnowflakeText }
const CONNECTION = "/users/:user_id/lobbies/:lobby_id/connection"

export const lobbyEndpoints = [
  HttpApiEndpoint.put("connect_lobby", CONNECTION, {
    ...raw,
    params,
    success: HttpApiSchema.NoContent,
    error: refused(400, 404)
  }),
  HttpApiEndpoint.delete("disconnect_lobby", CONNECTION, {
    ...raw,
    params,
    success: HttpApiSchema.NoContent,
    error: refused(400, 404)
  }),
  HttpApiEndpoint.get("list_lobbies", "/lobbies", {
    ...raw,
    query: {
      application_id: Schema.optionalKey(
        SnowflakeText.annotate({ description: "Those of one application. Default: all." })
      )
    },
    success: Schema.Struct({ lobbies: Schema.Array(SeenLobby) }),
    error: refused(400)
  })
] as const
