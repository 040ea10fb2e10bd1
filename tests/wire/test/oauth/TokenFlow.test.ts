/** Applications get, use and revoke tokens over HTTP. Sources: wire-rest.md §5; service.md "Authentication". */
import { createPublicKey, verify } from "node:crypto"
import { temporaryFolder } from "@backlot/testkit/EmbeddedServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ask, BOB, basic, challengeOf, GAME, GUILD, SHOP, start, VERIFIER } from "./Authorizing.ts"

const claims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())

const isSigned = (token: string, jwk: object) => {
  const [header = "", payload = "", signature = ""] = token.split(".")
  const key = createPublicKey({ key: { ...jwk }, format: "jwk" })
  return verify("sha256", Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, "base64url"))
}

describe("the code flow", () => {
  it.live("with PKCE S256 ends in tokens that act for the user, and nobody keeps the answer", () =>
    Effect.gen(function* () {
      const { consent, exchange, bearer } = yield* start()
      const proof = { code_challenge: challengeOf(VERIFIER), code_challenge_method: "S256" }
      const { back, code } = yield* consent({ ...proof, state: "s", scope: "identify email" })
      assert.strictEqual(back.searchParams.get("state"), "s")
      const { status, headers, body } = yield* exchange(code, { code_verifier: VERIFIER })
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.hasAllKeys(body, ["token_type", "access_token", "expires_in", "refresh_token", "scope"])
      assert.strictEqual(body.scope, "identify email")
      const self = yield* bearer(body.access_token, "/users/@me")
      assert.deepInclude(self.body, { id: BOB, email: null, verified: false } as object)
    })
  )

  it.live("of a public client needs no secret, in the form or in Basic", () =>
    Effect.gen(function* () {
      const { consent, exchange, refresh } = yield* start()
      const proof = { client_id: GAME, code_challenge: challengeOf(VERIFIER), code_challenge_method: "S256" }
      const one = yield* consent(proof)
      const sent = { code_verifier: VERIFIER, client_id: GAME }
      assert.strictEqual((yield* exchange(one.code, sent, {})).status, 200)
      const two = yield* consent(proof)
      const { body } = yield* exchange(two.code, { code_verifier: VERIFIER }, basic(GAME, ""))
      assert.strictEqual((yield* refresh(body.refresh_token, basic(GAME, ""))).status, 200)
    })
  )

  it.live("that installed the application in a guild shows the guild with the tokens", () =>
    Effect.gen(function* () {
      const { tokens } = yield* start()
      const body = yield* tokens({ scope: "identify bot", permissions: "1024" }, ALICE, { guild_id: GUILD })
      assert.nestedPropertyVal(body, "guild.id", GUILD)
      assert.include(body.scope, "applications.commands")
    })
  )

  it.live("with openid gives an ID token that the published keys verify, with the nonce of the request", () =>
    Effect.gen(function* () {
      const { url, tokens } = yield* start()
      const { id_token } = yield* tokens({ scope: "openid", nonce: "n-1" })
      assert.deepInclude(claims(id_token), { iss: url, sub: BOB, aud: SHOP, nonce: "n-1" })
      const { body } = yield* ask(`${url}/api/oauth2/keys`)
      assert.strictEqual(body.keys.length, 1)
      for (const key of body.keys) assert.isTrue(isSigned(id_token, key))
    })
  )
})

describe("an issued token", () => {
  it.live("ends 604800 s of the service clock after it was issued; its refresh token does not", () =>
    Effect.gen(function* () {
      const { json, tokens, bearer, refresh } = yield* start({ clock: "frozen" })
      const { access_token, refresh_token } = yield* tokens()
      const { body: about } = yield* bearer(access_token, "/oauth2/@me")
      yield* json("/control/v1/clock", { advance_ms: 604_800_000 - 1 })
      assert.strictEqual((yield* bearer(access_token, "/users/@me")).status, 200)
      const { body: clock } = yield* json("/control/v1/clock", { advance_ms: 1 })
      assert.strictEqual(Date.parse(about.expires), Date.parse(String(Object(clock).now)))
      assert.strictEqual((yield* bearer(access_token, "/users/@me")).status, 401)
      const next = yield* refresh(refresh_token)
      assert.strictEqual((yield* bearer(next.body.access_token, "/users/@me")).status, 200)
    })
  )

  it.live("works on, and its refresh token refreshes, after an export and an import into another service", () =>
    Effect.gen(function* () {
      const first = yield* start()
      const { access_token, refresh_token } = yield* first.tokens()
      const { text } = yield* ask(`${first.url}/control/v1/world`)
      assert.notInclude(text, access_token)
      assert.notInclude(text, refresh_token)
      const second = yield* start({ world: JSON.parse(text) })
      assert.strictEqual((yield* second.bearer(access_token, "/users/@me")).status, 200)
      assert.strictEqual((yield* second.refresh(refresh_token)).status, 200)
      assert.strictEqual((yield* second.bearer(access_token, "/users/@me")).status, 401)
    })
  )

  it.live("works on after a restart of the service, which signs with the same key", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { access_token, refresh_token, keys } = yield* Effect.scoped(
        Effect.gen(function* () {
          const { url, tokens } = yield* start({ storage: { folder } })
          const { keys } = (yield* ask(`${url}/api/oauth2/keys`)).body
          return { ...(yield* tokens()), keys }
        })
      )
      const { url, bearer, refresh } = yield* start({ storage: { folder }, world: undefined })
      assert.deepStrictEqual((yield* ask(`${url}/api/oauth2/keys`)).body.keys, keys)
      assert.strictEqual((yield* bearer(access_token, "/users/@me")).status, 200)
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)
    })
  )

  it.live("revoked by either of its pair, ends with every token of the user and the application", () =>
    Effect.gen(function* () {
      const { tokens, bearer, revoke, refresh } = yield* start()
      for (const which of ["access_token", "refresh_token"] as const) {
        const [one, two] = [yield* tokens(), yield* tokens()]
        const { status, text } = yield* revoke(one[which])
        assert.deepStrictEqual([status, text], [200, "{}"])
        for (const { access_token, refresh_token } of [one, two]) {
          assert.strictEqual((yield* bearer(access_token, "/users/@me")).status, 401)
          assert.strictEqual((yield* refresh(refresh_token)).status, 400)
        }
      }
    })
  )
})
