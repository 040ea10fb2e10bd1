/** The client of the token endpoint, by secret, or public. Sources: wire-rest.md §5.1, §5.3; RFC 6749 §2.3. */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { invalid } from "@backlot/domain/oauth/OAuthFault"
import type { Application } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { allowanceOf } from "../access/RateLimits.ts"
import * as Collections from "../store/Collections.ts"
import { inTransaction } from "../store/Transact.ts"

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
export const authenticate = Effect.fn("OAuthClient.authenticate")(function* ({ client_id, client_secrets }: Client) {
  const application = isSnowflake(client_id) ? yield* Collections.applications.get(client_id) : undefined
  if (application === undefined) return yield* invalid("client")
  if (client_secrets.length === 0) {
    if (!application.flags.includes("PUBLIC_OAUTH2_CLIENT")) return yield* invalid("client")
    return { application, by_secret: false } satisfies Known as Known
  }
  const { equal } = yield* Secrets
  const fits = client_secrets.some((secret) => equal(application.client_secret, secret))
  return fits ? ({ application, by_secret: true } satisfies Known as Known) : yield* invalid("client")
})

/** The rate limits of the client of these credentials; undefined when they match none. */
export const allowanceOfClient = Effect.fn("OAuthClient.allowanceOfClient")(
  (client: Client) =>
    Effect.matchEffect(authenticate(client), {
      onSuccess: ({ application }) => allowanceOf(application.id),
      onFailure: () => Effect.succeed(undefined)
    }),
  inTransaction
)
