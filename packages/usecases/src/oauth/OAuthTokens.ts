/**
 * The token endpoint: client, grant and ID token. Errors are OAuth errors, not service errors. Sources: wire-rest.md
 * §5.3, §5.4; OpenID Connect Core §2, §3.1.3.3; decisions 44 and 45.
 */

import { oauth } from "@backlot/domain/base/Limits"
import { invalid, missing } from "@backlot/domain/oauth/OAuthFault"
import { store } from "@backlot/ports/Body"
import { IdTokens } from "@backlot/ports/IdTokens"
import { Secrets } from "@backlot/ports/Secrets"
import { Clock, Effect } from "effect"
import { commit } from "../event/EventLog.ts"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { inTransaction, transact } from "../store/Transact.ts"
import * as AuthorizationCodes from "../token/AuthorizationCodes.ts"
import * as IssuedTokens from "../token/IssuedTokens.ts"
import * as OAuthGrants from "./OAuthGrants.ts"

export interface TokenRequest extends OAuthGrants.Client, OAuthGrants.GrantParameters {
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
export const issue = operation(
  "OAuthTokens.issue",
  Effect.fnUntraced(function* (request: TokenRequest) {
    const { grant_type } = request
    if (!isGrantType(grant_type)) return yield* invalid("grant_type")
    const drawn = yield* IssuedTokens.draw
    const { outcome, key } = yield* commit(function* () {
      const client = yield* OAuthGrants.authenticate(request)
      const given: OAuthGrants.Outcome = yield* GRANTS[grant_type](client, request, drawn)
      const value = { outcome: given, key: isOpenId(given) ? yield* storedKey : undefined }
      return { value, events: given.events ?? [] }
    })
    if ("refused" in outcome) return yield* outcome.refused
    const { answer, code } = outcome.issued
    if (!isOpenId(outcome) || code === undefined || request.issuer === undefined) return answer
    return { ...answer, id_token: yield* idToken(code, request.issuer, key) }
  })
)

/** Only the code flow gives an ID token (OpenID Connect Core §12.2). Our choice: docs/choices.md "OAuth2". */
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
  return yield* (yield* IdTokens).sign(stored ?? (yield* makeKey), claims)
})

const KEY = "meta/oauth_key"

/** The key, if there is one yet. Inside a transaction. */
export const storedKey = store.get(KEY)

/** Creates a key outside a transaction; if another caller was faster, gives that one. */
export const makeKey = Effect.gen(function* () {
  const made = yield* (yield* IdTokens).makeKey
  return yield* transact(function* () {
    const first = yield* store.get(KEY)
    if (first === undefined) yield* store.put(KEY, made)
    return first ?? made
  })
})

/** The JWKS, by which clients check ID tokens. */
export const publishedKeys = Effect.gen(function* () {
  const key = (yield* inTransaction(() => storedKey)) ?? (yield* makeKey)
  return { keys: [yield* (yield* IdTokens).publicKey(key)] }
}).pipe(Effect.withSpan("OAuthTokens.publishedKeys"))

interface RevocationRequest extends OAuthGrants.Client {
  /** An access token or a refresh token, without a hint which. */
  readonly token: string | undefined
}

/**
 * Ends the authorization of a token: all tokens that its user gave the application, and unused codes. A token of client
 * credentials ends alone. An unknown token, or another application's, is no error and stays.
 */
export const revoke = operation(
  "OAuthTokens.revoke",
  Effect.fnUntraced(function* (request: RevocationRequest) {
    const { sha256 } = yield* Secrets
    return yield* commit(function* () {
      const { application } = yield* OAuthGrants.authenticate(request)
      if (request.token === undefined) return yield* missing("token")
      const found = yield* Collections.credentials.get(Collection.text(sha256(request.token)))
      // A bot token belongs to no authorization.
      if (found === undefined || found.application_id !== application.id || found.kind === "bot") return NOTHING
      if (found.user_id === undefined) {
        yield* Retention.removeTokens(application.id, [found])
        return NOTHING
      }
      yield* AuthorizationCodes.forgetGiven(application.id, found.user_id)
      return { value: undefined, events: yield* IssuedTokens.endAuthorization(application.id, found.user_id) }
    })
  })
)

const NOTHING = { value: undefined, events: [] }
