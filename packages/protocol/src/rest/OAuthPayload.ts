/** Bodies of the token endpoint and its answer. Sources: wire-rest.md §5.1, §5.3; RFC 7009 §2.1. */
import { oauth } from "@backlot/domain/base/Limits"
import { Schema } from "effect"
import { optional, text } from "./Field.ts"

const client = { client_id: optional(Schema.String), client_secret: optional(Schema.String) }
const CLIENT =
  "The client is named by HTTP Basic or by client_id and client_secret; a public client by client_id alone."

export const TokenRequest = Schema.Struct({
  grant_type: Schema.Literals(["authorization_code", "refresh_token", "client_credentials"]),
  scope: optional(
    Schema.String.annotate({
      description: "Scopes, separated by spaces: what client credentials ask for, or fewer than a refresh token has."
    })
  ),
  code: optional(Schema.String),
  redirect_uri: optional(Schema.String.annotate({ description: "As in the authorization request." })),
  code_verifier: optional(text(oauth.verifierMin, oauth.verifierMax)),
  refresh_token: optional(Schema.String),
  ...client
}).annotate({ identifier: "TokenRequestBody", description: CLIENT })

export const TokenAnswer = Schema.Struct({
  token_type: Schema.Literal("Bearer"),
  access_token: Schema.String,
  expires_in: Schema.Number.annotate({ description: "Seconds." }),
  scope: Schema.String.annotate({ description: "Scopes, separated by spaces." }),
  refresh_token: optional(Schema.String.annotate({ description: "Of use once; not with client credentials." })),
  id_token: optional(Schema.String.annotate({ description: "With the scope openid." })),
  guild: optional(
    Schema.Record(Schema.String, Schema.Unknown).annotate({
      description: "In which the bot was installed; with the scope bot."
    })
  )
}).annotate({ identifier: "TokenAnswer" })

export const Revocation = Schema.Struct({
  token: Schema.String.annotate({ description: "An access or a refresh token." }),
  token_type_hint: optional(Schema.String.annotate({ description: "Accepted; it is not needed." })),
  ...client
}).annotate({ identifier: "RevocationBody", description: CLIENT })
