/**
 * The authorization flow without a browser: a chosen user consents or declines through the JSON form of the consent
 * page. Sources: service.md "Authorization arguments"; product.md "Surfaces of one server"; wire-rest.md §5.2.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Effect, Result, Schema } from "effect"
import type { SecureRandom } from "effect/crypto/SecureRandom"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { AuthorizationArgs } from "./AuthorizationArgs.ts"
import { secretText } from "./AuthorizationCodeVerifier.ts"
import { type ClientFailure, ClientNotReady, ValidationError } from "./ClientFailure.ts"
import { ask, type Send } from "./ClientHttp.ts"
import { codeOf, type RedirectSettings, redirectUriOf } from "./ClientRedirect.ts"

/** The user and the decision: the body of the JSON form. */
export interface Decision {
  readonly user_id: Snowflake
  /** The guild to install the app in, for scopes that need one. */
  readonly guild_id?: Snowflake | undefined
  /** Permissions of the bot in that guild, as a decimal bit set. */
  readonly permissions?: string | undefined
  /** False declines; default true. */
  readonly authorize?: boolean | undefined
}

/** The values that the C++ library passes to its callback. */
export interface Authorized {
  readonly code: string
  /** The exchange of the code must name it again. */
  readonly redirectUri: string
}

export interface AuthorizationServer extends RedirectSettings {
  /** Base URL without a trailing slash. */
  readonly url: string
  readonly issuer: string
  readonly control_token?: string | undefined
}

/** Verifies that the answer belongs to this request before it returns the code. */
export const authorize = Effect.fnUntraced(function* (
  send: Send,
  server: AuthorizationServer,
  args: AuthorizationArgs,
  clientApplicationId: bigint | undefined,
  { authorize = true, ...decision }: Decision
): Effect.fn.Return<Authorized, ClientFailure, SecureRandom> {
  const applicationId = yield* Effect.fromResult(judged(args, clientApplicationId))
  const redirectUri = redirectUriOf(applicationId, args.customSchemeParam(), server)
  const state = args.state() ?? (yield* secretText)
  const request = HttpClientRequest.post(`${server.url}/oauth2/authorize`).pipe(
    HttpClientRequest.setUrlParams(queryOf(args, { applicationId, redirectUri, state })),
    HttpClientRequest.bodyJsonUnsafe({ ...decision, authorize }),
    server.control_token === undefined ? (same) => same : HttpClientRequest.bearerToken(server.control_token)
  )
  const { location } = yield* ask(send, request, Located)
  const code = yield* Effect.fromResult(codeOf(location, { redirectUri, state, issuer: server.issuer }))
  return { code, redirectUri }
})

const Located = Schema.Struct({ location: Schema.String })

/** The requesting application: of the arguments, else of the client. 0 is unset, as in the C++ library. */
const judged = (
  args: AuthorizationArgs,
  clientApplicationId: bigint | undefined
): Result.Result<bigint, ValidationError | ClientNotReady> => {
  if (!args.isValid()) return Result.fail(NOT_VALID)
  if (args.scopes().trim() === "") return Result.fail(NO_SCOPES)
  const id = args.clientId() || clientApplicationId || undefined
  return id === undefined ? Result.fail(NO_APPLICATION) : Result.succeed(id)
}

/** Parameters of wire-rest.md §5.2; unset ones are left out. */
const queryOf = (
  args: AuthorizationArgs,
  { applicationId, redirectUri, state }: { applicationId: bigint; redirectUri: string; state: string }
) => {
  const challenge = args.codeChallenge()
  return {
    client_id: `${applicationId}`,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: args.scopes(),
    state,
    nonce: args.nonce(),
    code_challenge: challenge?.challenge(),
    code_challenge_method: challenge === undefined ? undefined : "S256",
    integration_type: args.integrationType()?.toString()
  }
}

const NOT_VALID = new ValidationError({
  field: "AuthorizationArgs",
  message:
    "These AuthorizationArgs are not valid: they are nullobj, or were moved from. Make some with new AuthorizationArgs()."
})

/** The client adds no scopes that the caller did not set. Our choice: docs/choices.md "OAuth2". */
const NO_SCOPES = new ValidationError({
  field: "Scopes",
  message: "Scopes are not set: set Client.getDefaultPresenceScopes() or Client.getDefaultCommunicationScopes()."
})

const NO_APPLICATION = new ClientNotReady({
  message: "No application: call setApplicationId of the client, or setClientId of the arguments."
})
