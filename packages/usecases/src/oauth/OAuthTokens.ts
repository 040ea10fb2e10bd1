/**
 * The token endpoint: client, grant and ID token. Errors are OAuth errors, not service errors. Sources: wire-rest.md
 * §5.3, §5.4; OpenID Connect Core §2, §3.1.3.3; decisions 44 and 45.
 */

import { oauth } from "@backlot/domain/base/Limits"
import { invalid } from "@backlot/domain/oauth/OAuthFault"
import { IdTokens } from "@backlot/ports/IdTokens"
import { Clock, Effect } from "effect"
import { commit } from "../event/EventLog.ts"
import * as IssuedTokens from "../token/IssuedTokens.ts"
import { authenticate, type Client } from "./OAuthClient.ts"
import * as OAuthGrants from "./OAuthGrants.ts"
import * as OAuthKeys from "./OAuthKeys.ts"

export interface TokenRequest extends Client, OAuthGrants.GrantParameters {
  readonly grant_type: string | undefined
  /** The address of the service in ID tokens. Without it there are no ID tokens. */
  readonly issuer?: string
}

const GRANTS = {
  client_credentials: OAuthGrants.clientCredentials,
  authorization_code: OAuthGrants.authorizationCode,
  refresh_token: OAuthGrants.refreshToken
} as const

export const GRANT_TYPES = Object.keys(GRANTS)

const isGrantType = (text: string | undefined): text is keyof typeof GRANTS =>
  text !== undefined && Object.hasOwn(GRANTS, text)

/** Answers `POST /oauth2/token`, in one transaction. A refusal that uses up a code is committed too. */
export const issue = Effect.fn("OAuthTokens.issue")(function* (request: TokenRequest) {
  const { grant_type } = request
  if (!isGrantType(grant_type)) return yield* invalid("grant_type")
  const drawn = yield* IssuedTokens.draw
  const { outcome, key } = yield* commit(function* () {
    const client = yield* authenticate(request)
    const given: OAuthGrants.Outcome = yield* GRANTS[grant_type](client, request, drawn)
    const value = { outcome: given, key: isOpenId(given) ? yield* OAuthKeys.stored : undefined }
    return { value, events: given.events ?? [] }
  })
  if ("refused" in outcome) return yield* outcome.refused
  const { answer, code } = outcome.issued
  if (!isOpenId(outcome) || code === undefined || request.issuer === undefined) return answer
  return { ...answer, id_token: yield* idToken(code, request.issuer, key) }
})

/**
 * Only the code flow gives an ID token; a refresh gives none (OpenID Connect Core §12.2 allows both). Our choice:
 * docs/choices.md "OAuth2".
 */
const isOpenId = (outcome: OAuthGrants.Outcome): boolean =>
  "issued" in outcome && outcome.issued.code?.scopes.includes("openid") === true

/**
 * Times of the wall clock (decision 45). It lives as long as the access token. Our choice: docs/choices.md "OAuth2".
 */
const idToken = Effect.fnUntraced(function* (
  { application_id, user_id, nonce, auth_time_ms }: NonNullable<OAuthGrants.Issued["code"]>,
  issuer: string,
  stored: string | undefined
) {
  const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const claims = {
    iss: issuer,
    sub: user_id,
    aud: application_id,
    iat,
    exp: iat + oauth.expiresInSeconds,
    auth_time: Math.floor(auth_time_ms / 1000),
    ...(nonce === undefined ? {} : { nonce })
  }
  return yield* (yield* IdTokens).sign(stored ?? (yield* OAuthKeys.make), claims)
})
