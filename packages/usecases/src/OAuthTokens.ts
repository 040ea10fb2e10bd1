/**
 * The token endpoint: client credentials. Later grants add branches to `grant`. Errors are OAuth errors, not service
 * errors. Sources: wire-rest.md §5.3, §5.4; decision 44.
 */
import { oauth } from "@backlot/domain/Limits"
import { isSnowflake } from "@backlot/domain/Snowflake"
import { SCOPES } from "@backlot/domain/WorldVocabulary"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Data, Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { allowanceOf } from "./RateLimits.ts"
import * as Retention from "./Retention.ts"

export class OAuthError extends Data.TaggedError("OAuthError")<{
  readonly status: 400 | 401
  readonly error: "invalid_client" | "invalid_scope" | "unsupported_grant_type"
  readonly error_description?: string
}> {}

export interface Client {
  /** From HTTP Basic or from the form. */
  readonly client_id: string | undefined
  /** HTTP Basic carries the secret form-encoded or, with many clients, as it is: either reading may fit. */
  readonly client_secrets: ReadonlyArray<string>
}

export interface TokenRequest extends Client {
  readonly grant_type: string | undefined
  readonly scope: string | undefined
}

export interface TokenAnswer {
  readonly token_type: "Bearer"
  readonly access_token: string
  readonly expires_in: number
  readonly scope: string
}

/** Scopes that install something and give no token (wire-rest.md §5.5). */
const INSTALLING: ReadonlySet<string> = new Set(["bot", "applications.commands", "webhook.incoming"])

/** Client credentials act for the application's owner, so they may ask for whatever a user could grant (§5.3). */
const GRANTED: ReadonlySet<string> = new Set(SCOPES.filter((scope) => !INSTALLING.has(scope)))

const TOKEN_LENGTH = 30

/** Issues a token for `POST /oauth2/token`. The token is stored as its hash alone. */
export const issue = Effect.fnUntraced(function* (request: TokenRequest) {
  if (request.grant_type !== "client_credentials") {
    return yield* new OAuthError({ status: 400, error: "unsupported_grant_type" })
  }
  const secrets = yield* Secrets
  const token = yield* secrets.alphanumeric(TOKEN_LENGTH)
  const now = yield* (yield* ServiceClock).now
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      const application = yield* clientOf(request)
      const scopes = yield* scopesOf(request.scope)
      const issued = {
        kind: "bearer" as const,
        token_hash: secrets.sha256(token),
        application_id: application.id,
        scopes,
        expires_at: now + oauth.expiresInSeconds * 1000
      }
      yield* Retention.putIssuedToken(issued, now)
      return {
        token_type: "Bearer",
        access_token: token,
        expires_in: oauth.expiresInSeconds,
        scope: scopes.join(" ")
      } satisfies TokenAnswer
    })
  )
})

/** What the client that these credentials fit may ask for; undefined when they fit none. */
export const allowanceOfClient = Effect.fnUntraced(function* (client: Client) {
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.matchEffect(clientOf(client), {
      onSuccess: ({ id }) => allowanceOf(id),
      onFailure: () => Effect.succeed(undefined)
    })
  )
})

const clientOf = Effect.fnUntraced(function* (request: Client) {
  const refused = new OAuthError({ status: 401, error: "invalid_client" })
  if (!isSnowflake(request.client_id)) return yield* refused
  const application = yield* Collections.applications.get(Collection.id(request.client_id))
  const { equal } = yield* Secrets
  const fits = (secret: string) => application !== undefined && equal(application.client_secret, secret)
  return application !== undefined && request.client_secrets.some(fits) ? application : yield* refused
})

const scopesOf = (scope: string | undefined): Effect.Effect<ReadonlyArray<string>, OAuthError> => {
  const scopes = [...new Set((scope ?? "").split(" ").filter((s) => s !== ""))]
  return scopes.length > 0 && scopes.every((s) => GRANTED.has(s))
    ? Effect.succeed(scopes)
    : Effect.fail(
        new OAuthError({
          status: 400,
          error: "invalid_scope",
          error_description: "The requested scope is invalid, unknown, or malformed."
        })
      )
}
