/**
 * The answer to a granted authorization: stores the code or token, and gives the location. Sources: wire-rest.md §5.2;
 * RFC 6749 §4.1.2, §4.2.2; RFC 9207.
 */
import { type AuthorizeRequest, type AuthorizeSettings, authorizedPage } from "@backlot/domain/oauth/AuthorizeRequest"
import { withParameters } from "@backlot/domain/oauth/RedirectUri"
import type { User } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { Clock, Effect } from "effect"
import * as AuthorizationCodes from "../token/AuthorizationCodes.ts"
import * as IssuedTokens from "../token/IssuedTokens.ts"
import type { Installation } from "./AuthorizeInstall.ts"

/** A grant: its user, its scopes and its installation. */
export interface Granted {
  readonly request: AuthorizeRequest
  readonly user: User
  readonly installation: Installation
}

/** Drawn before the transaction, whose body may run again: `access` becomes the code or the token. */
interface Drawn extends IssuedTokens.Drawn {
  /** Of the wall clock (decision 45). */
  readonly wall_ms: number
}

export const draw = Effect.gen(function* () {
  const drawn: Drawn = { ...(yield* IssuedTokens.draw), wall_ms: yield* Clock.currentTimeMillis }
  return drawn
})

/** Stores the code or token, inside a transaction, and gives the location. */
export const answer = Effect.fnUntraced(function* (granted: Granted, drawn: Drawn, { issuer }: AuthorizeSettings) {
  const { response_type, redirect_uri, state } = granted.request
  if (response_type === null || redirect_uri === null) return authorizedPage(issuer)
  const { guild_id, permissions } = granted.installation
  const end = [
    ["state", state ?? undefined],
    ["guild_id", guild_id],
    ["permissions", permissions],
    ["iss", issuer]
  ] as const
  if (response_type === "code") {
    yield* keepCode(granted, redirect_uri, drawn)
    return withParameters(redirect_uri, "query", [["code", drawn.access], ...end])
  }
  const token = yield* keepToken(granted, drawn)
  const fields = Object.entries(token).map(([name, value]) => [name, String(value)] as const)
  return withParameters(redirect_uri, "fragment", [...fields, ...end])
})

const keepCode = Effect.fnUntraced(function* (
  { request, user, installation: { guild_id } }: Granted,
  redirectUri: string,
  { access, now_ms, wall_ms }: Drawn
) {
  const { sha256 } = yield* Secrets
  const { code_challenge, nonce } = request
  yield* AuthorizationCodes.create(
    {
      code_hash: sha256(access),
      application_id: request.client_id,
      user_id: user.id,
      scopes: request.scopes,
      redirect_uri: redirectUri,
      redirect_given: request.redirect_given,
      ...(code_challenge === null ? {} : { code_challenge }),
      ...(nonce === null ? {} : { nonce }),
      ...(guild_id === undefined ? {} : { guild_id }),
      auth_time_ms: wall_ms
    },
    now_ms
  )
})

/** The implicit grant: a family of its own, without a refresh token. */
const keepToken = Effect.fnUntraced(function* ({ request, user }: Granted, drawn: Drawn) {
  const { sha256 } = yield* Secrets
  const { client_id: application_id, scopes } = request
  yield* IssuedTokens.putAccess({ application_id, user_id: user.id, scopes, family: sha256(drawn.access) }, drawn)
  return IssuedTokens.answerOf(drawn, { scopes })
})
