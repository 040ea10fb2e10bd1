/** Bodies of the application and token endpoints. Source: wire-rest.md §5.3, §5.6. */
import { DESCRIPTION_MAX, TAG_LENGTH_MAX, TAGS_MAX } from "@backlot/domain/ApplicationEdit"
import { Schema } from "effect"
import { list, nullable, optional, text, Url } from "./Field.ts"

export const ApplicationEdit = Schema.Struct({
  description: nullable(Schema.Union([text(0, DESCRIPTION_MAX), Schema.Struct({ default: text(0, DESCRIPTION_MAX) })])),
  flags: nullable(Schema.Int),
  interactions_endpoint_url: nullable(Url),
  event_webhooks_url: nullable(Url),
  custom_install_url: nullable(Url),
  role_connections_verification_url: nullable(Url),
  tags: nullable(list(text(0, TAG_LENGTH_MAX), TAGS_MAX)),
  integration_types_config: nullable(
    Schema.Struct({ "0": optional(Schema.Unknown), "1": optional(Schema.Unknown) }).annotate({
      description: "One or both keys: 0 installs to a guild, 1 to a user."
    })
  )
}).annotate({ identifier: "ApplicationEditBody" })

export const TokenRequest = Schema.Struct({
  grant_type: Schema.Literal("client_credentials"),
  scope: Schema.String.annotate({ description: "Scopes, separated by spaces." }),
  client_id: optional(Schema.String),
  client_secret: optional(Schema.String)
}).annotate({
  identifier: "TokenRequestBody",
  description: "The client is named by HTTP Basic or by client_id and client_secret."
})
