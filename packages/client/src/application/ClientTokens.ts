/**
 * The token calls of the client object: they take codes and refresh tokens and return token pairs. Sources:
 * wire-rest.md §5.1, §5.3, §5.4.
 */
import { TokenAnswer } from "@backlot/protocol/rest/OAuth"
import { Effect } from "effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { judgedId } from "./AuthorizationArgs.ts"
import type { ClientFailure } from "./ClientFailure.ts"
import { asked, type Send, told } from "./ClientHttp.ts"

/** The answer of the token endpoint: scopes separated by spaces, seconds until it expires. */
export type TokenPair = typeof TokenAnswer.Type

export interface TokenOptions {
  /** The secret of a confidential client, sent by HTTP Basic; without it the application must be a public client. */
  readonly client_secret?: string | undefined
}

/** The token endpoint and the application that calls it. */
export interface TokenClient extends TokenOptions {
  readonly url: string
  readonly applicationId: bigint
}

export const exchangeCode = (
  send: Send,
  client: TokenClient,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string }
): Effect.Effect<TokenPair, ClientFailure> =>
  Effect.flatMap(
    formTo(client, "token", {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      // Only an authorization with a challenge has a verifier.
      code_verifier: verifier === "" ? undefined : verifier
    }),
    (form) => asked(send, form, TokenAnswer)
  )

export const refresh = (
  send: Send,
  client: TokenClient,
  refresh_token: string
): Effect.Effect<TokenPair, ClientFailure> =>
  Effect.flatMap(formTo(client, "token", { grant_type: "refresh_token", refresh_token }), (form) =>
    asked(send, form, TokenAnswer)
  )

export const revoke = (send: Send, client: TokenClient, token: string): Effect.Effect<void, ClientFailure> =>
  Effect.flatMap(formTo(client, "token/revoke", { token }), (form) => told(send, form))

/** Uses HTTP Basic when there is a secret. */
const formTo = (
  { url, applicationId, client_secret }: TokenClient,
  endpoint: string,
  fields: Readonly<Record<string, string | undefined>>
) =>
  Effect.map(Effect.fromResult(judgedId("ApplicationId", applicationId)), (id) => {
    const request = HttpClientRequest.post(`${url}/api/oauth2/${endpoint}`)
    return client_secret === undefined
      ? HttpClientRequest.bodyUrlParams(request, { client_id: `${id}`, ...fields })
      : request.pipe(HttpClientRequest.basicAuth(`${id}`, client_secret), HttpClientRequest.bodyUrlParams(fields))
  })
