/** Codes as consent leaves them, and what their application makes of them. */
import { challengeOf } from "@backlot/domain/Pkce"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import * as AuthorizationCodes from "@backlot/usecases/AuthorizationCodes"
import * as Collection from "@backlot/usecases/Collection"
import * as Collections from "@backlot/usecases/Collections"
import * as OAuthTokens from "@backlot/usecases/OAuthTokens"
import { Effect } from "effect"
import { ALICE, harbourFile, PET_SHOP, settle, WEATHER } from "./Harbour.ts"
import { transact, WALL_MS } from "./Stores.ts"

export const CODE = "code-of-alice"
export const REDIRECT = "http://127.0.0.1/callback"
export const VERIFIER = "v".repeat(43)

export const SHOP = { client_id: PET_SHOP, client_secrets: ["pet-shop-secret"] }
export const CLOUD = { client_id: WEATHER, client_secrets: ["weather-secret"] }

/** Harbour, where Weather is a public client whose secret is known. */
export const settleClients = Effect.suspend(() => {
  const [shop, weather] = harbourFile().applications
  const applications = [shop, { ...weather, client_secret: "weather-secret", flags: ["PUBLIC_OAUTH2_CLIENT"] }]
  return settle({ applications })
})

/** Keeps a code of alice for Pet Shop. */
export const give = Effect.fnUntraced(function* (
  changes: Partial<Collections.AuthorizationCode> & { readonly verifier?: string } = {},
  code = CODE
) {
  const { sha256 } = yield* Secrets
  const now = yield* (yield* ServiceClock).now
  const { verifier, ...rest } = changes
  const given = {
    code_hash: sha256(code),
    application_id: PET_SHOP,
    user_id: ALICE,
    scopes: ["identify", "guilds"],
    redirect_uri: REDIRECT,
    redirect_given: true,
    auth_time_ms: WALL_MS - 5_500,
    ...(verifier === undefined ? {} : { code_challenge: challengeOf(sha256(verifier)) }),
    ...rest
  }
  yield* transact(AuthorizationCodes.create(given, now))
})

export const exchange = (changes: Partial<OAuthTokens.TokenRequest> = {}) =>
  Effect.map(
    OAuthTokens.issue({ ...SHOP, grant_type: "authorization_code", code: CODE, redirect_uri: REDIRECT, ...changes }),
    // Tests look at what the grant that they ask for gives.
    (answer) => answer as Pair
  )

export const refresh = (refresh_token: string, changes: Partial<OAuthTokens.TokenRequest> = {}) =>
  exchange({ grant_type: "refresh_token", code: undefined, redirect_uri: undefined, refresh_token, ...changes })

export interface Pair {
  readonly token_type: string
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
  readonly id_token?: string
  readonly guild?: { readonly id: string }
}

/** What a token is found to be; undefined for none. */
export const stored = Effect.fnUntraced(function* (token: string) {
  const { sha256 } = yield* Secrets
  return yield* transact(Collections.credentials.get(Collection.text(sha256(token))))
})

/** Whether both tokens of a pair are good. */
export const isLive = ({ access_token, refresh_token }: Pair) =>
  Effect.map(Effect.all([stored(access_token), stored(refresh_token)]), (found) =>
    found.map((c): string | null => c?.kind ?? null)
  )

export const LIVE = ["bearer", "refresh"]
export const ENDED = [null, null]

/** Status, error and text of a refusal. */
export const refusal = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (fault) => {
    // What an OAuth request fails with, or undefined fields.
    const { status, error, error_description } = fault as unknown as Record<string, unknown>
    return [status, error, error_description]
  })
