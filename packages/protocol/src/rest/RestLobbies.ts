/**
 * The REST contract of the server's side of lobbies: a group of endpoints as data (see Rest.ts). Sources: service.md
 * "Lobbies"; wire-rest.md §6.1.
 */
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { SnowflakeText } from "./Command.ts"
import * as Payload from "./LobbyPayload.ts"

const NoContent = HttpApiSchema.NoContent
const raw = { disableCodecs: true } as const
// Operation ids are the names alone, as in the official document.
const topLevel = { topLevel: true } as const

const LOBBY = "/lobbies/:lobby_id"
const MEMBER = `${LOBBY}/members/:user_id` as const
const lobby = { lobby_id: SnowflakeText }
const member = { ...lobby, user_id: SnowflakeText }

export const Lobbies = HttpApiGroup.make("lobbies", topLevel).add(
  HttpApiEndpoint.post("create_lobby", "/lobbies", {
    ...raw,
    payload: Payload.LobbyBody,
    success: Payload.Lobby.pipe(HttpApiSchema.status(201))
  }),
  HttpApiEndpoint.get("get_lobby", LOBBY, { ...raw, params: lobby, success: Payload.Lobby }),
  HttpApiEndpoint.patch("edit_lobby", LOBBY, {
    ...raw,
    params: lobby,
    payload: Payload.LobbyEdit,
    success: Payload.Lobby
  }),
  HttpApiEndpoint.delete("delete_lobby", LOBBY, { ...raw, params: lobby, success: NoContent }),
  HttpApiEndpoint.put("add_lobby_member", MEMBER, {
    ...raw,
    params: member,
    payload: Payload.LobbyMemberBody,
    success: Payload.LobbyMember
  }),
  HttpApiEndpoint.delete("delete_lobby_member", MEMBER, { ...raw, params: member, success: NoContent }),
  HttpApiEndpoint.post("bulk_update_lobby_members", `${LOBBY}/members/bulk`, {
    ...raw,
    params: lobby,
    payload: Payload.BulkMembersBody,
    success: Schema.Array(Payload.LobbyMember)
  })
)
