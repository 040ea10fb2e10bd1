/**
 * The grants of the token endpoint, inside a transaction. A refusal without a lasting effect fails; one that uses up a
 * code, for example, is an outcome like tokens. Sources: wire-rest.md §5.3, §5.4; RFC 6749 §4.1.3, §6; RFC 7636 §4.6;
 * RFC 9700 §4.8 (downgrade), §4.14.2 (refresh token rotation).
 */

import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { invalid, missing, type OAuthFault } from "@backlot/domain/oauth/OAuthFault"
import { challengeOf, isVerifier } from "@backlot/domain/oauth/Pkce"
import { expand, isForClients, words } from "@backlot/domain/record/Scope"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Result } from "effect"
import { allowanceOf } from "../access/RateLimits.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as Guilds from "../guild/Guilds.ts"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { transacting } from "../store/Transact.ts"
import * as AuthorizationCodes from "../token/AuthorizationCodes.ts"
import * as IssuedTokens from "../token/IssuedTokens.ts"

/** Parameters of a request; one without a value counts as not sent (RFC 6749 §3.2). */
export interface GrantParameters {
  readonly scope?: string | undefined
  readonly code?: string | undefined
  readonly redirect_uri?: string | undefined
  readonly code_verifier?: string | undefined
  readonly refresh_token?: string | undefined
}

/** Fields of the answer, and the code behind it, which an ID token needs. */
export interface Issued {
  readonly answer: object & ReturnType<typeof IssuedTokens.answerOf>
  readonly code?: Collections.AuthorizationCode
}

export type Outcome =
  | { readonly issued: Issued; readonly events?: undefined }
  | { readonly refused: OAuthFault; readonly events: ReadonlyArray<NewEvent> }

/** A token for the application's owner, without a refresh token. */
export const clientCredentials = function* (
  { application, by_secret }: Known,
  { scope }: GrantParameters,
  drawn: IssuedTokens.Drawn
) {
  if (!by_secret) return yield* invalid("client")
  const asked = words(scope)
  if (asked.length === 0 || !asked.every(isForClients)) return yield* invalid("scope")
  const scopes = expand(asked)
  yield* IssuedTokens.putAccess({ application_id: application.id, scopes }, drawn)
  return { issued: { answer: IssuedTokens.answerOf(drawn, { scopes }) } } satisfies Outcome as Outcome
}

/**
 * A code works once, for its own application. Any other fault of the request uses it up, and a second use ends the
 * tokens that it gave. Another application's attempt leaves it unchanged.
 */
export const authorizationCode = function* (client: Known, parameters: GrantParameters, drawn: IssuedTokens.Drawn) {
  if (parameters.code === undefined) return yield* missing("code")
  const { equal, sha256 } = yield* Body.use(Secrets)
  const application_id = client.application.id
  const taken = yield* AuthorizationCodes.take(sha256(parameters.code), drawn.now_ms)
  // A failure here rolls the transaction back, so the code of another application stays.
  if (taken.kind === "gone" || taken.code.application_id !== application_id) return yield* invalid("code")
  const { code } = taken
  if (taken.kind === "used") {
    const events = yield* IssuedTokens.endFamily(code.code_hash, application_id, code.user_id)
    return { refused: invalid("code"), events } satisfies Outcome as Outcome
  }
  const proves = (challenge: string, verifier: string) =>
    isVerifier(verifier) && equal(challengeOf(sha256(verifier)), challenge)
  const refused = redirectFault(code, parameters) ?? verifierFault(code, client, parameters, proves)
  if (refused !== undefined) return { refused, events: [] } satisfies Outcome as Outcome
  const { user_id, scopes, redirect_uri } = code
  const grant = { application_id, user_id, scopes, family: code.code_hash, redirect_uri }
  const answer = yield* putPair(grant, scopes, drawn)
  return { issued: { answer: { ...answer, ...(yield* guildOf(code)) }, code } } satisfies Outcome as Outcome
}

/**
 * A new pair for a refresh token, which ends with its pair; its second use ends the whole family. A request may ask for
 * fewer scopes, never for others.
 */
export const refreshToken = function* (
  { application }: Known,
  { refresh_token, scope }: GrantParameters,
  drawn: IssuedTokens.Drawn
) {
  if (refresh_token === undefined) return yield* missing("refresh_token")
  const { sha256 } = yield* Body.use(Secrets)
  const hash = sha256(refresh_token)
  const token = yield* Collections.credentials.get(Collection.text(hash))
  if (token === undefined) {
    const events = yield* IssuedTokens.endReplayed(hash, application.id)
    if (events !== undefined) return { refused: invalid("refresh_token"), events } satisfies Outcome as Outcome
  }
  if (token?.kind !== "refresh" || token.application_id !== application.id) return yield* invalid("refresh_token")
  if (token.expires_at !== null && token.expires_at <= drawn.now_ms) return yield* invalid("refresh_token")
  const { application_id, user_id, redirect_uri, family = token.token_hash } = token
  const isGranted = (word: string) => token.scopes.includes(word)
  const asked = words(scope)
  if (!asked.every(isGranted)) return yield* invalid("scope")
  const pair = token.family === undefined ? [token] : yield* IssuedTokens.ofFamily(family, application_id)
  yield* Retention.removeTokens(application_id, pair)
  yield* IssuedTokens.spend(token, drawn.now_ms)
  const grant = {
    application_id,
    ...(user_id === undefined ? {} : { user_id }),
    ...(redirect_uri === undefined ? {} : { redirect_uri }),
    scopes: token.scopes,
    family
  }
  const scopes = asked.length === 0 ? token.scopes : expand(asked).filter(isGranted)
  const answer = yield* putPair(grant, scopes, drawn)
  return { issued: { answer } } satisfies Outcome as Outcome
}

/** The refresh token keeps the scopes of the grant, whatever the access token has. */
const putPair = function* (grant: IssuedTokens.Grant, scopes: ReadonlyArray<string>, drawn: IssuedTokens.Drawn) {
  yield* IssuedTokens.putAccess({ ...grant, scopes }, drawn)
  yield* IssuedTokens.putRefresh(grant, drawn)
  return { ...IssuedTokens.answerOf(drawn, { scopes }), refresh_token: drawn.refresh }
}

const redirectFault = (
  { redirect_given, redirect_uri }: Collections.AuthorizationCode,
  sent: GrantParameters
): OAuthFault | undefined => {
  if (sent.redirect_uri === undefined) return redirect_given ? missing("redirect_uri") : undefined
  return sent.redirect_uri === redirect_uri ? undefined : invalid("redirect_uri")
}

/** A challenge needs its verifier, a verifier its challenge, and a client without a secret both (wire-rest.md §5.3). */
const verifierFault = (
  { code_challenge }: Collections.AuthorizationCode,
  { by_secret }: Known,
  { code_verifier }: GrantParameters,
  proves: (challenge: string, verifier: string) => boolean
): OAuthFault | undefined => {
  if (code_verifier === undefined) {
    return code_challenge === undefined && by_secret ? undefined : missing("code_verifier")
  }
  return code_challenge !== undefined && proves(code_challenge, code_verifier) ? undefined : invalid("code_verifier")
}

/** The guild that the bot was installed in with the code (wire-rest.md §5.3), if it still exists. */
const guildOf = function* ({ guild_id, scopes }: Collections.AuthorizationCode) {
  if (guild_id === undefined || !scopes.includes("bot")) return {}
  const guild = yield* Body.result(Guilds.whole(guild_id, false))
  return Result.isSuccess(guild) ? { guild: guild.success } : {}
}

// The client of the token endpoint, by secret, or public. Sources: wire-rest.md §5.1, §5.3; RFC 6749 §2.3.

/** The credentials of a request. */
export interface Client {
  /** From HTTP Basic or from the form. */
  readonly client_id: string | undefined
  /** Empty for a public client. HTTP Basic may carry the secret form-encoded or plain, so either reading may match. */
  readonly client_secrets: ReadonlyArray<string>
}

/** A client whose credentials were checked. */
export interface Known {
  readonly application: Application
  /** By its secret; otherwise only by its id. */
  readonly by_secret: boolean
}

/** The client of these credentials. A given secret must match, even a public client's. Inside a transaction. */
export const authenticate = function* ({ client_id, client_secrets }: Client) {
  const application = isSnowflake(client_id) ? yield* Collections.applications.get(client_id) : undefined
  if (application === undefined) return yield* invalid("client")
  if (client_secrets.length === 0) {
    if (!application.flags.includes("PUBLIC_OAUTH2_CLIENT")) return yield* invalid("client")
    return { application, by_secret: false } satisfies Known as Known
  }
  const { equal } = yield* Body.use(Secrets)
  const fits = client_secrets.some((secret) => equal(application.client_secret, secret))
  return fits ? ({ application, by_secret: true } satisfies Known as Known) : yield* invalid("client")
}

/** The rate limits of the client of these credentials; undefined when they match none. */
export const allowanceOfClient = operation(
  "OAuthGrants.allowanceOfClient",
  transacting(function* (client: Client) {
    const known = yield* Body.result(authenticate(client))
    return Result.isSuccess(known) ? yield* allowanceOf(known.success.application.id) : undefined
  })
)
