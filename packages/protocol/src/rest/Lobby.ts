/** Answers about lobbies. Names follow the official OpenAPI document. Source: wire-rest.md §6.2. */
import { ShownMetadata } from "@backlot/domain/lobby/LobbyBody"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { described, optional, Record } from "../openapi/Endpoint.ts"

export const LobbyMember = Schema.Struct({
  id: SnowflakeText,
  metadata: Schema.NullOr(ShownMetadata),
  flags: Schema.Int,
  additional_name: optional(Schema.String)
}).annotate({ identifier: "LobbyMemberResponse" })

export const Lobby = Schema.Struct({
  id: SnowflakeText,
  application_id: SnowflakeText,
  metadata: Schema.NullOr(ShownMetadata),
  members: Schema.Array(LobbyMember),
  linked_channel: optional(Record, "A channel."),
  flags: Schema.Int,
  override_event_webhooks_url: optional(Schema.String)
}).annotate({ identifier: "LobbyResponse" })

/** A lobby as the control plane shows it. */
export const SeenLobby = Schema.Struct({
  id: SnowflakeText,
  application_id: SnowflakeText,
  metadata: Schema.NullOr(ShownMetadata),
  flags: Schema.Int,
  idle_timeout_seconds: Schema.Int,
  idle_expires_at: described(
    Schema.NullOr(Schema.String),
    "When it ends unless somebody connects; null while somebody is connected."
  ),
  by_client: described(Schema.Boolean, "Made by a client with a secret."),
  linked_channel_id: Schema.NullOr(SnowflakeText),
  members: Schema.Array(Schema.Struct({ ...LobbyMember.fields, connected: Schema.Boolean }))
}).annotate({ identifier: "SeenLobby" })

const Sent = Schema.Record(Schema.String, Schema.String)

export const LobbyMessage = Schema.Struct({
  id: SnowflakeText,
  type: Schema.Int,
  content: Schema.String,
  lobby_id: SnowflakeText,
  channel_id: SnowflakeText,
  author: described(Record, "A user."),
  lobby_member: optional(Schema.Struct({ additional_name: Schema.String })),
  metadata: optional(Sent),
  moderation_metadata: optional(Sent),
  flags: Schema.Int,
  application_id: optional(SnowflakeText)
}).annotate({
  identifier: "LobbyMessageResponse",
  description: "`channel_id` is the linked channel of the message, else the lobby."
})

export const LobbyInvite = Schema.Struct({ code: Schema.String }).annotate({ identifier: "LobbyGuildInviteResponse" })
