/**
 * The client object of the library: it authorizes, gets tokens, and uses lobbies as a user with such a token. Names and
 * arguments are those of the C++ library's `Client`, with effects in place of callbacks:
 * docs/authorization-arguments.md. Sources: service.md "Authorization arguments"; wire-rest.md §5.1, §5.3, §5.4, §7.
 */
import { TokenAnswer } from "@backlot/protocol/rest/OAuth"
import { type Context, Effect, Layer, Result } from "effect"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { type AuthorizationArgs, judgedId } from "./AuthorizationArgs.ts"
import { type AuthorizationCodeVerifier, generate } from "./AuthorizationCodeVerifier.ts"
import { type AuthorizationServer, type Authorized, authorize, type Decision } from "./ClientAuthorize.ts"
import type { ClientFailure } from "./ClientFailure.ts"
import { ask, type Send, sendBy, sendOnly } from "./ClientHttp.ts"
import type { RedirectSettings } from "./ClientRedirect.ts"
import { ClientSession } from "./ClientSession.ts"

export interface ClientSettings extends RedirectSettings {
  /** The URL of a running server, e.g. `http://127.0.0.1:6780`. `addresses` of the testkit's server has this shape. */
  readonly url: string
  /** The issuer that the service names, when it differs from `url`. */
  readonly issuer?: string | undefined
  /** The control token. `authorize` needs it unless the server is on a loopback address. */
  readonly control_token?: string | undefined
  /** Real time for one request; default `Limits.userSession.requestMs`. */
  readonly timeout_ms?: number | undefined
}

type Chance = Context.Context<SecureRandom.SecureRandom | Digest.Digest>

export class Client extends ClientSession {
  /** `openid sdk.social_layer_presence` */
  static getDefaultPresenceScopes(): string {
    return "openid sdk.social_layer_presence"
  }

  /** `openid sdk.social_layer` */
  static getDefaultCommunicationScopes(): string {
    return "openid sdk.social_layer"
  }

  /** A client over the HTTP client of the context. Random values come from effect's `WebCrypto`. */
  static make(settings: ClientSettings): Effect.Effect<Client, never, HttpClient> {
    return Effect.gen(function* () {
      const chance = yield* Effect.context<SecureRandom.SecureRandom | Digest.Digest>()
      return new Client(sendBy(yield* HttpClient, settings.timeout_ms), serverOf(settings), chance)
    }).pipe(Effect.provide(Layer.merge(SecureRandom.layerWebCrypto, Digest.layerWebCrypto)))
  }

  /** A client over `fetch`, for programs that do not use effects. */
  static open(settings: ClientSettings): Client {
    return Effect.runSync(Effect.provide(Client.make(settings), FetchHttpClient.layer))
  }

  readonly #send: Send
  readonly #server: AuthorizationServer
  readonly #chance: Chance
  #applicationId: bigint | undefined

  private constructor(send: Send, server: AuthorizationServer, chance: Chance) {
    super(send, server.url)
    this.#send = send
    this.#server = server
    this.#chance = chance
  }

  /** The default application of the arguments. Throws a `ValidationError` unless it is an unsigned 64-bit integer. */
  setApplicationId(applicationId: bigint): void {
    this.#applicationId = Result.getOrThrow(judgedId("ApplicationId", applicationId))
  }

  /** 0 until it is set. */
  getApplicationId(): bigint {
    return this.#applicationId ?? 0n
  }

  /** Makes a new proof key: `challenge()` for the arguments, `verifier()` for `getToken`. */
  createAuthorizationCodeVerifier(): Effect.Effect<AuthorizationCodeVerifier> {
    return Effect.provide(generate, this.#chance)
  }

  /**
   * Runs the whole flow for a user who consents or declines, and returns the code after verifying state and issuer.
   * Later changes to the arguments have no effect. Fails with `AuthorizationFailed` when the user declines.
   */
  authorize(args: AuthorizationArgs, decision: Decision): Effect.Effect<Authorized, ClientFailure> {
    const given = args.copy()
    return Effect.suspend(() => authorize(this.#send, this.#server, given, this.#applicationId, decision)).pipe(
      Effect.provide(this.#chance)
    )
  }

  /** Exchanges a code: `verifier` is `verifier()` of the proof key, empty when the arguments had no challenge. */
  getToken(
    applicationId: bigint,
    code: string,
    verifier: string,
    redirectUri: string,
    options: TokenOptions = {}
  ): Effect.Effect<TokenPair, ClientFailure> {
    return getTokens(this.#send, this.#tokens(applicationId, options), {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier || undefined
    })
  }

  /** Returns a new pair of tokens; the old pair is spent. */
  refreshToken(
    applicationId: bigint,
    refreshToken: string,
    options: TokenOptions = {}
  ): Effect.Effect<TokenPair, ClientFailure> {
    const grant = { grant_type: "refresh_token", refresh_token: refreshToken }
    return getTokens(this.#send, this.#tokens(applicationId, options), grant)
  }

  /** Revokes all tokens that the application has for the user of this access or refresh token. */
  revokeToken(applicationId: bigint, token: string, options: TokenOptions = {}): Effect.Effect<void, ClientFailure> {
    return revoke(this.#send, this.#tokens(applicationId, options), token)
  }

  #tokens(applicationId: bigint, options: TokenOptions): TokenClient {
    return { ...options, url: this.#server.url, applicationId }
  }
}

const serverOf = ({ url, issuer, ...settings }: ClientSettings): AuthorizationServer => {
  const base = url.replace(/\/+$/, "")
  return { ...settings, url: base, issuer: issuer ?? base }
}

/** The answer of the token endpoint: scopes separated by spaces, seconds until it expires. */
export type TokenPair = typeof TokenAnswer.Type

export interface TokenOptions {
  /** The secret of a confidential client, sent by HTTP Basic; without it the application must be a public client. */
  readonly client_secret?: string | undefined
}

interface TokenClient extends TokenOptions {
  readonly url: string
  readonly applicationId: bigint
}

const getTokens = (send: Send, client: TokenClient, grant: Form): Effect.Effect<TokenPair, ClientFailure> =>
  Effect.flatMap(formTo(client, "token", grant), (form) => ask(send, form, TokenAnswer))

const revoke = (send: Send, client: TokenClient, token: string): Effect.Effect<void, ClientFailure> =>
  Effect.flatMap(formTo(client, "token/revoke", { token }), (form) => sendOnly(send, form))

type Form = Readonly<Record<string, string | undefined>>

const formTo = ({ url, applicationId, client_secret }: TokenClient, endpoint: string, fields: Form) =>
  Effect.map(Effect.fromResult(judgedId("ApplicationId", applicationId)), (id) => {
    const request = HttpClientRequest.post(`${url}/api/oauth2/${endpoint}`)
    return client_secret === undefined
      ? HttpClientRequest.bodyUrlParams(request, { client_id: `${id}`, ...fields })
      : request.pipe(HttpClientRequest.basicAuth(`${id}`, client_secret), HttpClientRequest.bodyUrlParams(fields))
  })
