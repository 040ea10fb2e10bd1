/**
 * Endpoints of OAuth2, with the JSON form of the page of consent. Operation ids are those of the official OpenAPI
 * document where it has one. Sources: wire-rest.md §5.1 to §5.3; RFC 7009 §2.1; product.md "Surfaces of one server".
 */
import { oauth } from "@backlot/domain/base/Limits"
import { AuthorizeDecision } from "@backlot/domain/oauth/AuthorizeBody"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { described, optional, query, Record } from "../openapi/Endpoint.ts"
import { bearer, bot, by, nobody, restGroup, secret } from "../openapi/RestDocument.ts"

const client = { client_id: optional(Schema.String), client_secret: optional(Schema.String) }
const CLIENT =
  "The client is named by HTTP Basic or by client_id and client_secret; a public client by client_id alone."

export const TokenRequest = Schema.Struct({
  grant_type: Schema.Literals(["authorization_code", "refresh_token", "client_credentials"]),
  scope: optional(
    Schema.String,
    "Scopes, separated by spaces: what client credentials ask for, or fewer than a refresh token has."
  ),
  code: optional(Schema.String),
  redirect_uri: optional(Schema.String, "As in the authorization request."),
  code_verifier: optional(Schema.String.check(Schema.isBetweenCodePoints(oauth.verifierMin, oauth.verifierMax))),
  refresh_token: optional(Schema.String),
  ...client
}).annotate({ identifier: "TokenRequestBody", description: CLIENT })

export const TokenAnswer = Schema.Struct({
  token_type: Schema.Literal("Bearer"),
  access_token: Schema.String,
  expires_in: described(Schema.Number, "Seconds."),
  scope: described(Schema.String, "Scopes, separated by spaces."),
  refresh_token: optional(Schema.String, "Of use once; not with client credentials."),
  id_token: optional(Schema.String, "With the scope openid."),
  guild: optional(Record, "In which the bot was installed; with the scope bot.")
}).annotate({ identifier: "TokenAnswer" })

const Revocation = Schema.Struct({
  token: described(Schema.String, "An access or a refresh token."),
  token_type_hint: optional(Schema.String, "Accepted; it is not needed."),
  ...client
}).annotate({ identifier: "RevocationBody", description: CLIENT })

// A public client has no secret.
const callers = by(secret, nobody)

/** Refusals are OAuth errors. */
export const OAuth2 = restGroup("oauth2", {
  exchange_token: callers.post("/oauth2/token", {
    body: TokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()),
    answer: TokenAnswer,
    text: "Only forms are read: parameters in JSON or in the query count as none."
  }),
  revoke_token: callers.post("/oauth2/token/revoke", {
    body: Revocation.pipe(HttpApiSchema.asFormUrlEncoded()),
    answer: Record,
    text:
      "Ends all tokens of the user and the application that the token is of. A token that is unknown, or another " +
      "application's, is no error."
  })
})

/** What an authorization allows, and the keys that sign ID tokens. */
export const OAuth2Info = restGroup("oauth2_info", {
  get_my_oauth2_authorization: by(bearer()).get("/oauth2/@me", {
    answer: Record,
    text: "It includes the user with the scope identify."
  }),
  get_public_keys: by(nobody, bot).get("/oauth2/keys", { answer: Record }),
  get_openid_connect_userinfo: by(bearer("openid")).get("/oauth2/userinfo", {
    answer: Record,
    text: "Claims as far as the scopes identify and email go."
  })
})

const asked = {
  client_id: SnowflakeText,
  response_type: query(),
  scope: query(),
  redirect_uri: query(),
  state: query(),
  nonce: query(),
  prompt: query(),
  code_challenge: query(),
  code_challenge_method: query(),
  integration_type: query(),
  permissions: query(),
  guild_id: query(),
  disable_guild_select: query()
}

/** The official document has none of these operations. */
export const Authorize = restGroup("authorize", {
  get_oauth2_authorization: by(nobody, bearer("identify", "guilds")).get("/oauth2/authorize", {
    query: asked,
    answer: Record,
    text: "What an authorize link asks for; a link that must be sent back gives its location."
  }),
  create_oauth2_authorization: by(nobody).post("/oauth2/authorize", {
    query: asked,
    body: AuthorizeDecision,
    answer: Schema.Struct({ location: Schema.String }),
    text: "The decision of a user, as the page of consent takes it. A server that others reach wants its control token as bearer."
  })
})
