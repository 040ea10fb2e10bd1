/**
 * The REST contract of what clients do with lobbies: a group of endpoints as data (see Rest.ts). Sources: wire-rest.md
 * §6.1; official OpenAPI document.
 */
import { lobby as limits } from "@backlot/domain/base/Limits"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { SnowflakeText } from "./Command.ts"
import { withFiles } from "./FilesPayload.ts"
import * as Payload from "./LobbyClientPayload.ts"
import { Lobby } from "./LobbyPayload.ts"

const NoContent = HttpApiSchema.NoContent
const raw = { disableCodecs: true } as const
// Operation ids are the names alone, as in the official document.
const topLevel = { topLevel: true } as const

const LOBBY = "/lobbies/:lobby_id"
const ME = `${LOBBY}/members/@me` as const
const MESSAGES = `${LOBBY}/messages` as const
const lobby = { lobby_id: SnowflakeText }

export const LobbyClient = HttpApiGroup.make("lobby_client", topLevel).add(
  HttpApiEndpoint.put("create_or_join_lobby", "/lobbies", { ...raw, payload: Payload.JoinBody, success: Lobby }),
  HttpApiEndpoint.delete("leave_lobby", ME, { ...raw, params: lobby, success: NoContent }),
  HttpApiEndpoint.patch("edit_lobby_channel_link", `${LOBBY}/channel-linking`, {
    ...raw,
    params: lobby,
    payload: Payload.LinkBody,
    success: Lobby
  }),
  HttpApiEndpoint.post("create_linked_lobby_guild_invite_for_self", `${ME}/invites`, {
    ...raw,
    params: lobby,
    success: Payload.LobbyInvite
  }),
  HttpApiEndpoint.post("create_linked_lobby_guild_invite_for_user", `${LOBBY}/members/:user_id/invites`, {
    ...raw,
    params: { ...lobby, user_id: SnowflakeText },
    success: Payload.LobbyInvite
  }),
  HttpApiEndpoint.get("get_lobby_messages", MESSAGES, {
    ...raw,
    params: lobby,
    query: {
      limit: Schema.optionalKey(
        Schema.String.annotate({ description: `1 to ${limits.historyMax}. Default: ${limits.historyDefault}.` })
      )
    },
    success: Schema.Array(Payload.LobbyMessage)
  }),
  HttpApiEndpoint.post("create_lobby_message", MESSAGES, {
    ...raw,
    params: lobby,
    payload: [Payload.LobbyMessageBody, withFiles("LobbyMessageForm")],
    success: Payload.LobbyMessage.pipe(HttpApiSchema.status(201))
  }),
  HttpApiEndpoint.put(
    "update_lobby_message_external_moderation_metadata",
    `${MESSAGES}/:message_id/moderation-metadata`,
    {
      ...raw,
      params: { ...lobby, message_id: SnowflakeText },
      payload: Payload.ModerationBody,
      success: NoContent
    }
  )
)
