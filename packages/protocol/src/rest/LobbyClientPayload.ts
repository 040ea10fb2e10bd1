/** Bodies and answers of what clients do with lobbies. Source: wire-rest.md §6.2; official OpenAPI document. */
import { lobby, message } from "@backlot/domain/base/Limits"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { nullable, optional, text } from "./Field.ts"
import { LobbyBody, Metadata } from "./LobbyPayload.ts"
import { NewMessage } from "./MessagePayload.ts"

const { idle_timeout_seconds, flags } = LobbyBody.fields

export const JoinBody = Schema.Struct({
  secret: text(1, lobby.secretMax).annotate({
    description: `One for all who meet in the lobby. After ${lobby.secretMs / 86_400_000} days it makes a new one.`
  }),
  lobby_metadata: nullable(Metadata),
  member_metadata: nullable(Metadata),
  idle_timeout_seconds,
  flags
}).annotate({ identifier: "JoinLobbyBody", description: "What is left out stays in a lobby that is there." })

export const LinkBody = Schema.Struct({
  channel_id: nullable(SnowflakeText)
}).annotate({ identifier: "LobbyLinkBody", description: "A text channel of a guild. Without one: unlinks." })

const Texts = (keys: number, keyMax: number, valueMax: number) =>
  Schema.Record(text(0, keyMax), text(0, valueMax)).check(Schema.isMaxProperties(keys))

const MessageMetadata = Texts(lobby.messageMetadataKeys, lobby.messageMetadataMax, lobby.messageMetadataMax)

export const LobbyMessageBody = Schema.Struct({
  ...NewMessage.fields,
  metadata: nullable(MessageMetadata.annotate({ description: "Read by the members of the lobby alone." }))
}).annotate({ identifier: "SDKMessageRequest", description: `A message of at most ${message.contentMax} characters.` })

export const ModerationBody = Texts(lobby.moderationKeys, lobby.moderationKeyMax, lobby.moderationValueMax).annotate({
  identifier: "ModerationMetadataBody",
  description: "Takes the place of what was said of the message before."
})

const Sent = Schema.Record(Schema.String, Schema.String)

export const LobbyMessage = Schema.Struct({
  id: SnowflakeText,
  type: Schema.Int,
  content: Schema.String,
  lobby_id: SnowflakeText,
  channel_id: SnowflakeText,
  author: Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "A user." }),
  lobby_member: optional(Schema.Struct({ additional_name: Schema.String })),
  metadata: optional(Sent),
  moderation_metadata: optional(Sent),
  flags: Schema.Int,
  application_id: optional(SnowflakeText)
}).annotate({
  identifier: "LobbyMessageResponse",
  description: "`channel_id` is the linked channel that it stands in, else the lobby."
})

export const LobbyInvite = Schema.Struct({ code: Schema.String }).annotate({ identifier: "LobbyGuildInviteResponse" })
