/**
 * The REST contract of OAuth2 but for the page of consent: groups of endpoints as data (see Rest.ts). Identifiers are
 * those of the official OpenAPI document where it has one. Sources: wire-rest.md §5.1, §5.3.
 */
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Revocation, TokenAnswer, TokenRequest } from "./OAuthPayload.ts"

const raw = { disableCodecs: true } as const
// Operation ids are the names alone, as in the official document.
const topLevel = { topLevel: true } as const

const Record = Schema.Record(Schema.String, Schema.Unknown)

/** Called by clients, with their secret; refusals are OAuth errors. */
export const OAuth2 = HttpApiGroup.make("oauth2", topLevel).add(
  HttpApiEndpoint.post("exchange_token", "/oauth2/token", {
    ...raw,
    payload: TokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()),
    success: TokenAnswer
  }),
  HttpApiEndpoint.post("revoke_token", "/oauth2/token/revoke", {
    ...raw,
    payload: Revocation.pipe(HttpApiSchema.asFormUrlEncoded()),
    success: Record
  })
)

/** What is known of an authorization, and the keys that sign. */
export const OAuth2Info = HttpApiGroup.make("oauth2_info", topLevel).add(
  HttpApiEndpoint.get("get_my_oauth2_authorization", "/oauth2/@me", { ...raw, success: Record }),
  HttpApiEndpoint.get("get_public_keys", "/oauth2/keys", { ...raw, success: Record }),
  HttpApiEndpoint.get("get_openid_connect_userinfo", "/oauth2/userinfo", { ...raw, success: Record })
)
