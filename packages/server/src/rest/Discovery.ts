/**
 * The discovery documents of OAuth and OpenID clients, and the page at the server's address.
 * Sources: wire-rest.md §5.1; RFC 8414 §2; RFC 9207 §3; OpenID Connect Discovery §3.
 */
import { METHOD } from "@backlot/domain/oauth/Pkce"
import { isForClients, isGrantable, SCOPES } from "@backlot/domain/record/Scope"
import { CLAIMS } from "@backlot/usecases/oauth/OAuthInfo"
import { GRANT_TYPES } from "@backlot/usecases/oauth/OAuthTokens"
import { Effect } from "effect"
import { Addresses, ServerSettings } from "../boot/ServerContext.ts"
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

export const landing = Effect.fnUntraced(function* () {
  const { rest_url, gateway_url, control_url } = yield* Addresses
  const { version } = yield* ServerSettings
  return Answer.of(200, "text/html; charset=utf-8", page(version, rest_url, gateway_url, control_url))
})

const page = (version: string, rest: string, gateway: string, control: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Backlot</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #1c1e26 }
code { background: #eef0f4; padding: 0.1rem 0.3rem; border-radius: 0.2rem }
dt { font-weight: 600; margin-top: 0.75rem } dd { margin: 0 }
</style>
</head>
<body>
<h1>Backlot ${version} is running</h1>
<p>A Discord-like service for tests of bots and apps. Point a client library at the REST base, from which it learns the gateway; play the users over the control plane.</p>
<dl>
<dt>REST base</dt><dd><code>${rest}</code> (most libraries append the version; with it: <code>${rest}/v10</code>)</dd>
<dt>Gateway</dt><dd><code>${gateway}</code></dd>
<dt>Control plane</dt><dd><code>${control}</code> (<a href="/control/v1/openapi.json">OpenAPI document</a>)</dd>
<dt>REST contract</dt><dd><a href="/api/openapi.json">OpenAPI document</a></dd>
</dl>
</body>
</html>
`
