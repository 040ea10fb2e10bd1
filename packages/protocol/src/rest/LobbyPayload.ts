/** Lobbies as schemas: answers and bodies. Names follow the official OpenAPI document. Source: wire-rest.md §6.2. */
import { lobby } from "@backlot/domain/base/Limits"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { list, nullable, optional, text, whole } from "./Field.ts"

export const Metadata = Schema.Record(Schema.String, Schema.String).annotate({
  identifier: "LobbyMetadata",
  description: `All keys and values together have at most ${lobby.metadataMax} characters.`
})

const flags = (meaning: string) => nullable(Schema.Literals([0, 1]).annotate({ description: meaning }))

const memberFields = {
  metadata: nullable(Metadata),
  flags: flags("1: the member can link the lobby to a channel."),
  additional_name: nullable(text(1, lobby.additionalNameMax))
}

export const LobbyMemberBody = Schema.Struct(memberFields).annotate({
  identifier: "LobbyMemberBody",
  description: "What is left out is reset."
})

const ListedMember = Schema.Struct({ id: SnowflakeText, ...memberFields }).annotate({
  identifier: "LobbyMemberRequest"
})

const BulkMember = Schema.Struct({
  ...ListedMember.fields,
  remove_member: nullable(Schema.Boolean)
}).annotate({ identifier: "BulkLobbyMemberRequest" })

export const BulkMembersBody = list(BulkMember, lobby.membersPerRequest).check(Schema.isMinLength(1))

const fields = {
  metadata: nullable(Metadata),
  members: nullable(list(ListedMember, lobby.membersPerRequest)),
  idle_timeout_seconds: nullable(
    whole(lobby.idleMinSeconds, lobby.idleMaxSeconds).annotate({
      description: `How long the lobby lives while nobody is connected. Default: ${lobby.idleDefaultSeconds}.`
    })
  ),
  flags: flags("1: who joins must have authorized the application."),
  override_event_webhooks_url: nullable(text(0, lobby.webhookUrlMax))
}

export const LobbyBody = Schema.Struct(fields).annotate({ identifier: "LobbyBody" })

export const LobbyEdit = Schema.Struct(fields).annotate({
  identifier: "LobbyEdit",
  description: "What is left out stays; `members` become all the members there are."
})

export const LobbyMember = Schema.Struct({
  id: SnowflakeText,
  metadata: Schema.NullOr(Metadata),
  flags: Schema.Int,
  additional_name: optional(Schema.String)
}).annotate({ identifier: "LobbyMemberResponse" })

export const Lobby = Schema.Struct({
  id: SnowflakeText,
  application_id: SnowflakeText,
  metadata: Schema.NullOr(Metadata),
  members: Schema.Array(LobbyMember),
  linked_channel: optional(Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "A channel." })),
  flags: Schema.Int,
  override_event_webhooks_url: optional(Schema.String)
}).annotate({ identifier: "LobbyResponse" })

/** As the control plane shows it, for people who look on. */
export const SeenLobby = Schema.Struct({
  id: SnowflakeText,
  application_id: SnowflakeText,
  metadata: Schema.NullOr(Metadata),
  flags: Schema.Int,
  idle_timeout_seconds: Schema.Int,
  idle_expires_at: Schema.NullOr(Schema.String).annotate({
    description: "When it ends unless somebody connects; null while somebody is connected."
  }),
  by_client: Schema.Boolean.annotate({ description: "Made by a client with a secret." }),
  linked_channel_id: Schema.NullOr(SnowflakeText),
  members: Schema.Array(Schema.Struct({ ...LobbyMember.fields, connected: Schema.Boolean }))
}).annotate({ identifier: "SeenLobby" })
