import { IntegrationType } from "@backlot/client/application/IntegrationType"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { handsOn } from "../Stage.ts"
import { ALICE, authorized, BOB, communicating, GAME, GUILD, playing, REGISTERED, RIVAL } from "./Arcade.ts"

/** The claims of a JWT. */
const claimsOf = (token: string | undefined) =>
  JSON.parse(atob((token ?? "").split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""))

describe("the client object against a live server", () => {
  it.live("runs the whole flow: a user consents, the code is exchanged with its verifier", () =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const { token, redirectUri } = yield* authorized(open(), ALICE)
      assert.strictEqual(redirectUri, `discord-${GAME}:/authorize/callback`)
      assert.deepInclude(token, { token_type: "Bearer", expires_in: 604800 })
      assert.isDefined(token.refresh_token)
    })
  )

  it.live("the sdk scopes expand automatically to the scopes the integration needs", () =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const { token } = yield* authorized(open(), ALICE)
      assert.includeMembers(token.scope.split(" "), [
        "openid",
        "lobbies.write",
        "gateway.connect",
        "identify",
        "guilds"
      ])
    })
  )

  it.live("the nonce comes back in the ID token", () =>
    Effect.gen(function* () {
      const { open, server } = yield* playing()
      const { token } = yield* authorized(open(), ALICE, communicating().setNonce("n-0S6_WzA2Mj"))
      const { nonce, aud, sub, iss } = claimsOf(token.id_token)
      assert.deepStrictEqual([nonce, aud, sub, iss], ["n-0S6_WzA2Mj", GAME, ALICE, server.addresses.url])
    })
  )

  it.live("a user who declines gives no code", () =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const failure = yield* Effect.flip(open().authorize(communicating(), { user_id: BOB, authorize: false }))
      assert.deepInclude(failure, { _tag: "AuthorizationFailed", reason: "error", error: "access_denied" })
    })
  )

  it.live("a scope that no user may grant comes back as a refusal", () =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const args = communicating().setScopes("applications.commands.update")
      const failure = yield* Effect.flip(open().authorize(args, { user_id: ALICE }))
      assert.deepInclude(failure, { _tag: "AuthorizationFailed", error: "invalid_scope" })
    })
  )
})

describe("every form of redirect", () => {
  it.live.each([
    ["a custom scheme", communicating().setCustomSchemeParam("arcade"), {}, "arcade:/authorize/callback"],
    ["the registered loopback address", communicating(), { redirect_uri: REGISTERED }, REGISTERED],
    [
      "another port of it",
      communicating(),
      { redirect_uri: "http://127.0.0.1:50123/callback" },
      "http://127.0.0.1:50123/callback"
    ]
  ] as const)("%s", ([, args, settings, expected]) =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      assert.strictEqual((yield* authorized(open(settings), ALICE, args)).redirectUri, expected)
    })
  )

  it.live("the standard form has the prefix that the server was started with", () =>
    Effect.gen(function* () {
      const { open } = yield* playing({ clock: "frozen", servicePrefix: "acme" })
      const { redirectUri } = yield* authorized(open({ service_prefix: "acme" }), ALICE)
      assert.strictEqual(redirectUri, `acme-${GAME}:/authorize/callback`)
    })
  )

  it.live.each([
    ["an address that is not registered", communicating(), { redirect_uri: "http://127.0.0.1/elsewhere" }],
    ["the scheme of another application", communicating().setCustomSchemeParam(`discord-${RIVAL}`), {}],
    ["a scheme that browsers own", communicating().setCustomSchemeParam("javascript"), {}],
    ["an application that does not exist", communicating().setClientId(2n ** 64n - 1n), {}]
  ] as const)("nobody is sent to %s", ([, args, settings]) =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const failure = yield* Effect.flip(open(settings).authorize(args, { user_id: ALICE }))
      assert.deepInclude(failure, { _tag: "HTTPError", status: 400 })
    })
  )
})

describe("a code", () => {
  it.live("is exchanged with its verifier alone", () =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const client = open()
      const proof = yield* client.createAuthorizationCodeVerifier()
      const other = yield* client.createAuthorizationCodeVerifier()
      const args = communicating().setCodeChallenge(proof.challenge())
      const { code, redirectUri } = yield* client.authorize(args, { user_id: ALICE })
      const failure = yield* Effect.flip(client.getToken(BigInt(GAME), code, other.verifier(), redirectUri))
      assert.deepInclude(failure, { _tag: "HTTPError", status: 400, error: "invalid_grant" })
    })
  )

  it.live("is used once: a second use is refused", () =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const { client, code, verifier, redirectUri } = yield* authorized(open(), ALICE)
      const failure = yield* Effect.flip(client.getToken(BigInt(GAME), code, verifier, redirectUri))
      assert.deepInclude(failure, { _tag: "HTTPError", status: 400, error: "invalid_grant" })
    })
  )

  it.live("is of no use to another application", () =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const client = open({ redirect_uri: REGISTERED })
      const proof = yield* client.createAuthorizationCodeVerifier()
      const args = communicating().setCodeChallenge(proof.challenge())
      const { code } = yield* client.authorize(args, { user_id: ALICE })
      const failure = yield* Effect.flip(client.getToken(BigInt(RIVAL), code, proof.verifier(), REGISTERED))
      assert.deepInclude(failure, { _tag: "HTTPError", status: 400, error: "invalid_grant" })
    })
  )

  it.live("is exchanged by a confidential client with its secret", () =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const client = open({ redirect_uri: REGISTERED })
      const { code } = yield* client.authorize(communicating(), { user_id: ALICE })
      const secret = { client_secret: "game-secret" }
      const token = yield* client.getToken(BigInt(GAME), code, "", REGISTERED, secret)
      assert.strictEqual(token.token_type, "Bearer")
    })
  )
})

describe("tokens", () => {
  it.live("are refreshed: a new pair comes, the old one is spent", () =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const { client, token } = yield* authorized(open(), ALICE)
      const fresh = yield* client.refreshToken(BigInt(GAME), token.refresh_token ?? "")
      assert.notStrictEqual(fresh.access_token, token.access_token)
      assert.sameMembers(fresh.scope.split(" "), token.scope.split(" "))
      const failure = yield* Effect.flip(client.refreshToken(BigInt(GAME), token.refresh_token ?? ""))
      assert.deepInclude(failure, { _tag: "HTTPError", status: 400, error: "invalid_grant" })
    })
  )

  it.live("are revoked together", () =>
    Effect.gen(function* () {
      const { open } = yield* playing()
      const { client, token } = yield* authorized(open(), ALICE)
      assert.isNotEmpty(yield* client.getUserGuilds())
      yield* client.revokeToken(BigInt(GAME), token.refresh_token ?? "")
      assert.deepInclude(yield* Effect.flip(client.getUserGuilds()), { _tag: "HTTPError", status: 401 })
      const failure = yield* Effect.flip(client.refreshToken(BigInt(GAME), token.refresh_token ?? ""))
      assert.deepInclude(failure, { error: "invalid_grant" })
    })
  )
})

describe("IntegrationType", () => {
  it.live("a guild install leaves the app in the guild that was chosen", () =>
    Effect.gen(function* () {
      const { open, server } = yield* playing()
      const args = communicating().setScopes("applications.commands").setIntegrationType(IntegrationType.GuildInstall)
      yield* open().authorize(args, { user_id: ALICE, guild_id: GUILD })
      const { text } = yield* handsOn(server.addresses.url).control("/world")
      const [guild] = JSON.parse(text).guilds
      assert.deepInclude(guild.installs[0], { application_id: GAME, scopes: ["applications.commands"] })
    })
  )

  it.live("a user install leaves the app with the user", () =>
    Effect.gen(function* () {
      const { open, server } = yield* playing()
      const args = communicating().setScopes("applications.commands").setIntegrationType(IntegrationType.UserInstall)
      yield* open().authorize(args, { user_id: BOB })
      const { text } = yield* handsOn(server.addresses.url).control("/world")
      const bob = JSON.parse(text).users.find((user: { readonly id: string }) => user.id === BOB)
      assert.deepInclude(bob.installs[0], { application_id: GAME, scopes: ["applications.commands"] })
    })
  )
})
