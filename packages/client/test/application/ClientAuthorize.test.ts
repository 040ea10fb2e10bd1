import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AuthorizationArgs } from "../../src/application/AuthorizationArgs.ts"
import { Client } from "../../src/application/Client.ts"
import type { AuthorizationFailed } from "../../src/application/ClientFailure.ts"
import { DESKTOP_REDIRECT_URI } from "../../src/application/ClientRedirect.ts"
import { IntegrationType } from "../../src/application/IntegrationType.ts"
import { ALICE, APPLICATION, consenting, serving, URL_OF_SERVICE } from "./FakeService.ts"

const WHO = { user_id: ALICE }
const STANDARD = `discord-${APPLICATION}:/authorize/callback`

const communicating = () => new AuthorizationArgs().setScopes(Client.getDefaultCommunicationScopes())
const complete = () => communicating().setClientId(APPLICATION)

/** Authorizes with `args`, and says what the service was asked and what came of it. */
const authorizing = Effect.fnUntraced(function* (
  args: AuthorizationArgs,
  settings: Parameters<typeof serving>[1] = {},
  script = consenting()
) {
  const { client, received } = yield* serving(script, settings)
  const authorized = yield* client.authorize(args, WHO)
  return { client, authorized, received, query: received[0]?.query ?? {} }
})

describe("a client authorizes", () => {
  it.effect("by the JSON form of the consent page, and gives the code and the redirect URI", () =>
    Effect.gen(function* () {
      const { authorized, received } = yield* authorizing(complete())
      assert.deepStrictEqual(authorized, { code: "the-code", redirectUri: STANDARD })
      const [sent] = received
      assert.deepStrictEqual([sent?.method, sent?.path], ["POST", "/oauth2/authorize"])
      assert.deepStrictEqual(JSON.parse(sent?.body ?? ""), { user_id: ALICE, authorize: true })
    })
  )

  it.effect("for the guild and the permissions that the user chooses", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(consenting(), { control_token: "control" })
      yield* client.authorize(complete(), { ...WHO, guild_id: "200000000000000001", permissions: "8" })
      const body = { user_id: ALICE, guild_id: "200000000000000001", permissions: "8", authorize: true }
      assert.deepStrictEqual(JSON.parse(received[0]?.body ?? ""), body)
      assert.strictEqual(received[0]?.headers["authorization"], "Bearer control")
    })
  )

  it.effect("with the arguments as they were at the call", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(consenting())
      const args = complete()
      const call = client.authorize(args, WHO)
      args.move()
      yield* call
      assert.strictEqual(received[0]?.query["scope"], "openid sdk.social_layer")
    })
  )

  it.effect("asks for nothing that is unset", () =>
    Effect.gen(function* () {
      const { query } = yield* authorizing(complete())
      assert.sameMembers(Object.keys(query), ["client_id", "response_type", "redirect_uri", "scope", "state"])
      assert.strictEqual(query["response_type"], "code")
    })
  )
})

describe("ClientId: optional; the application id", () => {
  it.effect("defaults to the value set through the client's set-application-id function", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(consenting())
      assert.strictEqual(client.getApplicationId(), 0n)
      client.setApplicationId(APPLICATION)
      assert.strictEqual(client.getApplicationId(), APPLICATION)
      yield* client.authorize(communicating(), WHO)
      yield* client.authorize(communicating().setClientId(0n), WHO)
      yield* client.authorize(communicating().setClientId(7n), WHO)
      const ids = received.map(({ query }) => query["client_id"])
      assert.deepStrictEqual(ids, [`${APPLICATION}`, `${APPLICATION}`, "7"])
    })
  )

  it.effect("without either, nothing is sent", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(consenting())
      const failure = yield* Effect.flip(client.authorize(communicating(), WHO))
      assert.strictEqual(failure._tag, "ClientNotReady")
      assert.include(failure.message, "setApplicationId")
      client.setApplicationId(0n)
      assert.deepInclude(yield* Effect.flip(client.authorize(communicating(), WHO)), { _tag: "ClientNotReady" })
      assert.isEmpty(received)
    })
  )

  it.effect("the largest unsigned 64-bit integer arrives with every digit; one more is refused", () =>
    Effect.gen(function* () {
      const { query, client } = yield* authorizing(communicating().setClientId(2n ** 64n - 1n))
      assert.strictEqual(query["client_id"], "18446744073709551615")
      assert.throws(() => client.setApplicationId(2n ** 64n), /18446744073709551615/)
    })
  )
})

describe("Scopes: space-separated OAuth scopes requested", () => {
  it.effect.each([
    ["communication", Client.getDefaultCommunicationScopes(), "openid sdk.social_layer"],
    ["presence", Client.getDefaultPresenceScopes(), "openid sdk.social_layer_presence"],
    ["additional", `${Client.getDefaultPresenceScopes()} guilds`, "openid sdk.social_layer_presence guilds"]
  ] as const)(
    "typical values are the library's default scopes, and additional ones may be added: %s",
    ([, scopes, sent]) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* authorizing(complete().setScopes(scopes))).query["scope"], sent)
      })
  )

  it.effect("must be set: nothing is asked for that the program did not name", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(consenting())
      const failure = yield* Effect.flip(client.authorize(complete().setScopes(" "), WHO))
      assert.deepInclude(failure, { _tag: "ValidationError", field: "Scopes" })
      assert.include(failure.message, "getDefaultPresenceScopes")
      assert.isEmpty(received)
    })
  )
})

describe("State: leave unset: the library then generates a secure random value", () => {
  it.effect("of 256 bits, another one each time, also for the same arguments", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(consenting())
      const args = complete()
      yield* client.authorize(args, WHO)
      yield* client.authorize(args, WHO)
      const [one = "", two] = received.map(({ query }) => query["state"])
      assert.match(one, /^[\w-]{43}$/)
      assert.notStrictEqual(one, two)
      assert.isUndefined(args.state())
    })
  )

  it.effect("one that is set is sent", () =>
    Effect.gen(function* () {
      const { query } = yield* authorizing(complete().setState("a+b &c=ü"))
      assert.strictEqual(query["state"], "a+b &c=ü")
    })
  )
})

describe("Nonce, CodeChallenge, IntegrationType", () => {
  it.effect("Nonce is sent, for the ID token", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* authorizing(complete().setNonce("n-1"))).query["nonce"], "n-1")
    })
  )

  it.effect("CodeChallenge: the challenge property is passed here, by S256", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(consenting())
      const verifier = yield* client.createAuthorizationCodeVerifier()
      yield* client.authorize(complete().setCodeChallenge(verifier.challenge()), WHO)
      const sent = received[0]?.query ?? {}
      assert.strictEqual(sent["code_challenge"], verifier.challenge().challenge())
      assert.strictEqual(sent["code_challenge_method"], "S256")
      assert.notInclude(JSON.stringify(received), verifier.verifier())
    })
  )

  it.effect.each([
    ["guild", IntegrationType.GuildInstall, "0"],
    ["user", IntegrationType.UserInstall, "1"]
  ] as const)("IntegrationType is the type of installation of the app: %s", ([, type, sent]) =>
    Effect.gen(function* () {
      const { query } = yield* authorizing(complete().setIntegrationType(type))
      assert.strictEqual(query["integration_type"], sent)
    })
  )
})

describe("CustomSchemeParam", () => {
  it.effect("a value <scheme> yields redirect <scheme>:/authorize/callback", () =>
    Effect.gen(function* () {
      const redirect_uri = DESKTOP_REDIRECT_URI
      const { authorized, query } = yield* authorizing(complete().setCustomSchemeParam("pets"), { redirect_uri })
      assert.strictEqual(query["redirect_uri"], "pets:/authorize/callback")
      assert.strictEqual(authorized.redirectUri, "pets:/authorize/callback")
    })
  )

  it.effect.each([
    ["the default", {}, STANDARD],
    ["another prefix", { service_prefix: "acme" }, `acme-${APPLICATION}:/authorize/callback`]
  ] as const)(
    "when absent, the redirect is <service_prefix>-<application_id>:/authorize/callback: %s",
    ([, settings, uri]) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* authorizing(complete(), settings)).query["redirect_uri"], uri)
      })
  )

  it.effect("a client on a desktop is sent back to the loopback address", () =>
    Effect.gen(function* () {
      const { authorized } = yield* authorizing(complete(), { redirect_uri: DESKTOP_REDIRECT_URI })
      assert.strictEqual(authorized.redirectUri, "http://127.0.0.1/callback")
    })
  )
})

describe("arguments that are not valid", () => {
  it.effect.each([
    ["nullobj", () => AuthorizationArgs.nullobj],
    [
      "moved from",
      () => {
        const args = complete()
        args.move()
        return args
      }
    ]
  ] as const)("are refused before anything is sent: %s", ([, make]) =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(consenting())
      const failure = yield* Effect.flip(client.authorize(make(), WHO))
      assert.deepInclude(failure, { _tag: "ValidationError", field: "AuthorizationArgs" })
      assert.include(failure.message, "nullobj")
      assert.isEmpty(received)
    })
  )
})

describe("the answer is verified", () => {
  const denied = {
    code: undefined,
    error: "access_denied",
    error_description: "The resource owner or authorization server denied the request"
  }

  it.effect("a user who declines gives no code but access_denied", () =>
    Effect.gen(function* () {
      const { client, received } = yield* serving(consenting(denied))
      const failure = yield* Effect.flip(client.authorize(complete(), { ...WHO, authorize: false }))
      const { code: _, ...told } = denied
      assert.deepInclude(failure, { _tag: "AuthorizationFailed", reason: "error", ...told })
      assert.strictEqual(JSON.parse(received[0]?.body ?? "").authorize, false)
    })
  )

  it.effect.each<[string, AuthorizationFailed["reason"], Record<string, string | undefined>]>([
    ["a state that is not the request's", "state", { state: "forged" }],
    ["no state", "state", { state: undefined }],
    ["a refusal of another request", "state", { ...denied, state: "forged" }],
    ["another issuer (mix-up)", "iss", { iss: "https://evil.example" }],
    ["no issuer", "iss", { iss: undefined }],
    ["no code", "code", { code: undefined }],
    ["an empty code", "code", { code: "" }]
  ])("gives no code out with %s", ([, reason, parameters]) =>
    Effect.gen(function* () {
      const { client } = yield* serving(consenting(parameters))
      const failure = yield* Effect.flip(client.authorize(complete().setState("mine"), WHO))
      assert.deepInclude(failure, { _tag: "AuthorizationFailed", reason })
    })
  )

  it.effect.each([
    ["another host", "http://127.0.0.1.evil.example/callback?code=c0de&state=mine"],
    ["a longer path", "http://127.0.0.1/callback/x?code=c0de&state=mine"],
    ["a parameter twice", `http://127.0.0.1/callback?code=c0de&code=b&state=mine&iss=${URL_OF_SERVICE}`],
    ["a fragment alone", `http://127.0.0.1/callback#code=c0de&state=mine&iss=${URL_OF_SERVICE}`]
  ])("gives no code out of a redirect with %s", ([, location]) =>
    Effect.gen(function* () {
      const settings = { redirect_uri: DESKTOP_REDIRECT_URI }
      const { client } = yield* serving(() => ({ body: { location } }), settings)
      const failure = yield* Effect.flip(client.authorize(complete().setState("mine"), WHO))
      assert.deepInclude(failure, { _tag: "AuthorizationFailed", reason: "redirect_uri" })
      assert.notInclude(failure.message, "c0de")
    })
  )

  it.effect.each([
    ["http://127.0.0.1/callback?app=pets", "&"],
    ["http://127.0.0.1/callback?", ""]
  ] as const)("a redirect URI with a query of its own keeps it: %s", ([redirect_uri, joint]) =>
    Effect.gen(function* () {
      const location = `${redirect_uri}${joint}code=c&state=mine&iss=${encodeURIComponent(URL_OF_SERVICE)}`
      const { client } = yield* serving(() => ({ body: { location } }), { redirect_uri })
      const authorized = yield* client.authorize(complete().setState("mine"), WHO)
      assert.deepStrictEqual(authorized, { code: "c", redirectUri: redirect_uri })
    })
  )

  it.effect("an issuer that is not the address of the server can be told", () =>
    Effect.gen(function* () {
      const settings = { url: "http://localhost:6780/", issuer: URL_OF_SERVICE }
      assert.strictEqual((yield* authorizing(complete(), settings)).authorized.code, "the-code")
    })
  )

  it.effect("an address with a slash at its end is the same address", () =>
    Effect.gen(function* () {
      const { authorized, received } = yield* authorizing(complete(), { url: `${URL_OF_SERVICE}/` })
      assert.deepStrictEqual([authorized.code, received[0]?.path], ["the-code", "/oauth2/authorize"])
    })
  )

  it.effect("who calls the server by another name than it calls itself is told what to do", () =>
    Effect.gen(function* () {
      const { client } = yield* serving(consenting(), { url: "http://localhost:6780" })
      const { message } = yield* Effect.flip(client.authorize(complete(), WHO))
      assert.include(message, `its iss is ${URL_OF_SERVICE}, expected http://localhost:6780`)
      assert.include(message, "must be the client's url, or its issuer")
    })
  )

  it.effect("a request that may not redirect is an error of the form", () =>
    Effect.gen(function* () {
      const errors = { redirect_uri: { _errors: [{ code: "INVALID", message: "Invalid" }] } }
      const { client } = yield* serving(() => ({
        status: 400,
        body: { message: "Invalid Form Body", code: 50035, errors }
      }))
      const failure = yield* Effect.flip(client.authorize(complete(), WHO))
      assert.deepInclude(failure, { _tag: "HTTPError", status: 400, code: 50035, errors, retryable: false })
    })
  )
})
