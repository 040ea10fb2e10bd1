/** The token calls of the client object. Sources: wire-rest.md §5.1, §5.3, §5.4. */
import { TokenAnswer } from "@backlot/protocol/rest/OAuth"
import { Effect } from "effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { judgedId } from "./AuthorizationArgs.ts"
import type { ClientFailure } from "./ClientFailure.ts"
import { ask, type Send, sendOnly } from "./ClientHttp.ts"

/** The answer of the token endpoint: scopes separated by spaces, seconds until it expires. */
export type TokenPair = typeof TokenAnswer.Type

export interface TokenOptions {
  /** The secret of a confidential client, sent by HTTP Basic; without it the application must be a public client. */
  readonly client_secret?: string | undefined
}

export interface TokenClient extends TokenOptions {
  readonly url: string
  readonly applicationId: bigint
}

export const getTokens = (send: Send, client: TokenClient, grant: Form): Effect.Effect<TokenPair, ClientFailure> =>
  Effect.flatMap(formTo(client, "token", grant), (form) => ask(send, form, TokenAnswer))

export const revoke = (send: Send, client: TokenClient, token: string): Effect.Effect<void, ClientFailure> =>
  Effect.flatMap(formTo(client, "token/revoke", { token }), (form) => sendOnly(send, form))

type Form = Readonly<Record<string, string | undefined>>

const formTo = ({ url, applicationId, client_secret }: TokenClient, endpoint: string, fields: Form) =>
  Effect.map(Effect.fromResult(judgedId("ApplicationId", applicationId)), (id) => {
    const request = HttpClientRequest.post(`${url}/api/oauth2/${endpoint}`)
    return client_secret === undefined
      ? HttpClientRequest.bodyUrlParams(request, { client_id: `${id}`, ...fields })
      : request.pipe(HttpClientRequest.basicAuth(`${id}`, client_secret), HttpClientRequest.bodyUrlParams(fields))
  })
