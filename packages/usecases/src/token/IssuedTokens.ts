/** Issued tokens, by hash; one authorization is a family. Sources: wire-rest.md §5.1, §5.3; decision 44. */
import { oauth } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import type { NewEvent } from "../event/EventLog.ts"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as Retention from "../store/Retention.ts"
import { readNow } from "../store/Transact.ts"

/** Drawn before the transaction, whose body may run again. */
export interface Drawn {
  readonly access: string
  readonly refresh: string
  /** Of the service clock. */
  readonly now_ms: number
}

export const draw = Effect.gen(function* () {
  const { alphanumeric } = yield* Secrets
  const access = yield* alphanumeric(oauth.tokenLength)
  const refresh = yield* alphanumeric(oauth.tokenLength)
  return { access, refresh, now_ms: yield* readNow } satisfies Drawn
})

/** The grant behind a token. */
export interface Grant {
  readonly application_id: Snowflake
  /** Absent for client credentials. */
  readonly user_id?: Snowflake
  readonly scopes: ReadonlyArray<string>
  readonly family?: string
  /** Absent where nothing was redirected. */
  readonly redirect_uri?: string
}

/** The fields that the answer of every grant has. */
export const answerOf = ({ access }: Drawn, { scopes }: Pick<Grant, "scopes">) => ({
  token_type: "Bearer" as const,
  access_token: access,
  expires_in: oauth.expiresInSeconds,
  scope: scopes.join(" ")
})

/** Stores the access token. */
export const putAccess = function* (grant: Grant, { access, now_ms }: Drawn) {
  const { sha256 } = yield* Body.use(Secrets)
  const expires_at = now_ms + oauth.expiresInSeconds * 1000
  yield* Retention.putIssuedToken({ kind: "bearer", token_hash: sha256(access), ...grant, expires_at }, now_ms)
}

/** Stores the refresh token: it does not expire, and works once. */
export const putRefresh = function* (grant: Grant, { refresh, now_ms }: Drawn) {
  const { sha256 } = yield* Body.use(Secrets)
  const kept = { kind: "refresh", token_hash: sha256(refresh), ...grant, expires_at: null, issued_at: now_ms } as const
  yield* Retention.putIssuedToken(kept, now_ms)
}

/** Remembers that a refresh token was used, so that its second use is noticed. */
export const spend = (
  { token_hash, application_id, family = token_hash }: Pick<Collections.Credential, "token_hash" | keyof Grant>,
  nowMs: number
) => Retention.putSpentToken({ token_hash, application_id, family, expires_at: nowMs + oauth.spentMs }, nowMs)

/**
 * Ends the family of a refresh token that was used before: one of its two users is a thief, and nobody knows which (RFC
 * 9700 §4.14.2). Gives the events; undefined for a token that was never used.
 */
export const endReplayed = function* (tokenHash: string, applicationId: Snowflake) {
  const spent = yield* Collections.spentTokens.get(Collection.text(tokenHash))
  if (spent === undefined || spent.application_id !== applicationId) return undefined
  const [token] = yield* ofFamily(spent.family, applicationId)
  return yield* endFamily(spent.family, applicationId, token?.user_id)
}

/** Deletes the tokens of a family. Gives the events: none while the authorization has other tokens. */
export const endFamily = function* (family: string, applicationId: Snowflake, userId: Snowflake | undefined) {
  const tokens = yield* ofFamily(family, applicationId)
  yield* Retention.removeTokens(applicationId, tokens)
  // Without a user there is no authorization.
  if (userId === undefined) return []
  const left = yield* ofUser(applicationId, userId)
  return tokens.length > 0 && left.length === 0 ? [revoked(applicationId, userId)] : []
}

/** The tokens of a family. In a world other applications may have the same family. */
export const ofFamily = (family: string, applicationId: Snowflake) =>
  Body.map(Collections.credentials.by("family", Collection.text(family)), (tokens) =>
    tokens.filter(({ application_id }) => application_id === applicationId)
  )

/** Deletes every token that a user gave an application. */
export const endAuthorization = function* (applicationId: Snowflake, userId: Snowflake) {
  yield* Retention.removeTokens(applicationId, yield* ofUser(applicationId, userId))
  return [revoked(applicationId, userId)]
}

const ofUser = (applicationId: Snowflake, userId: Snowflake) =>
  Collections.credentials.by("user", userId, applicationId)

const revoked = (application_id: Snowflake, user_id: Snowflake): NewEvent => ({
  type: "authorization.revoked",
  data: { application_id, user_id }
})
