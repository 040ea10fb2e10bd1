/**
 * The discovery documents of OAuth and OpenID clients. Sources: wire-rest.md §5.1; RFC 8414 §2; RFC
 * 9207 §3; OpenID Connect Discovery §3.
 */
import { METHOD } from "@backlot/domain/oauth/Pkce"
import { isForClients, isGrantable, SCOPES } from "@backlot/domain/record/Scope"
import { CLAIMS } from "@backlot/usecases/oauth/OAuthInfo"
import { GRANT_TYPES } from "@backlot/usecases/oauth/OAuthTokens"
import { Effect } from "effect"
import { Addresses } from "../boot/ServerContext.ts"
import * as Answer from "../http/Answer.ts"

/** The document of an OAuth authorization server, or the same with the fields of OpenID. */
export const discovery = (kind: "oauth" | "openid") => () =>
  Effect.map(Addresses, ({ url, rest_url }) =>
    Answer.json(200, { ...server(url, rest_url), ...(kind === "openid" ? openid : {}) })
  )

const METHODS = ["client_secret_basic", "client_secret_post", "none"]

const server = (issuer: string, rest: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth2/authorize`,
  token_endpoint: `${rest}/oauth2/token`,
  revocation_endpoint: `${rest}/oauth2/token/revoke`,
  userinfo_endpoint: `${rest}/oauth2/userinfo`,
  jwks_uri: `${rest}/oauth2/keys`,
  scopes_supported: SCOPES.filter((scope) => isGrantable(scope) || isForClients(scope)),
  response_types_supported: ["code"],
  grant_types_supported: GRANT_TYPES,
  token_endpoint_auth_methods_supported: METHODS,
  revocation_endpoint_auth_methods_supported: METHODS,
  code_challenge_methods_supported: [METHOD],
  authorization_response_iss_parameter_supported: true
})

const openid = {
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  claims_supported: ["iss", "aud", "iat", "exp", "auth_time", "nonce", ...CLAIMS]
}
