/**
 * Authorization for programs: the JSON form of the page of consent. Sources: wire-rest.md §5.1, §5.2; product.md "Surfaces
 * of one server".
 */
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { SnowflakeText } from "./Command.ts"
import { nullable, optional, Permissions } from "./Field.ts"

const raw = { disableCodecs: true } as const
const topLevel = { topLevel: true } as const

const query = {
  client_id: SnowflakeText,
  response_type: optional(Schema.String),
  scope: optional(Schema.String),
  redirect_uri: optional(Schema.String),
  state: optional(Schema.String),
  nonce: optional(Schema.String),
  prompt: optional(Schema.String),
  code_challenge: optional(Schema.String),
  code_challenge_method: optional(Schema.String),
  integration_type: optional(Schema.String),
  permissions: optional(Schema.String),
  guild_id: optional(Schema.String),
  disable_guild_select: optional(Schema.String)
}

const Decision = Schema.Struct({
  user_id: SnowflakeText,
  authorize: Schema.Boolean,
  guild_id: nullable(SnowflakeText),
  permissions: nullable(Permissions)
}).annotate({
  identifier: "AuthorizeBody",
  description: "What a user decides: where, and of the bot's permissions which."
})

const Location = Schema.Struct({ location: Schema.String })

/** Operation ids are ours: the official document has none. */
export const Authorize = HttpApiGroup.make("authorize", topLevel).add(
  HttpApiEndpoint.get("get_oauth2_authorization", "/oauth2/authorize", {
    ...raw,
    query,
    success: Schema.Record(Schema.String, Schema.Unknown)
  }),
  HttpApiEndpoint.post("create_oauth2_authorization", "/oauth2/authorize", {
    ...raw,
    query,
    payload: Decision,
    success: Location
  })
)
