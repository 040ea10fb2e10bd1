/** Attacks on the token endpoint. Sources: wire-rest.md §5.4; RFC 6819; RFC 9700. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  ALICE,
  ask,
  basic,
  challengeOf,
  type Fields,
  GAME,
  REDIRECT,
  RIVAL,
  refused,
  SHOP,
  start,
  VERIFIER
} from "./Authorizing.ts"

const PROOF = { code_challenge: challengeOf(VERIFIER), code_challenge_method: "S256" }
const BAD_CODE = { error: "invalid_grant", error_description: 'Invalid "code" in request.' }

describe("a stolen code", () => {
  it.live("that was used before gives nothing, and ends the tokens that it gave", () =>
    Effect.gen(function* () {
      const { consent, exchange, refresh, bearer } = yield* start()
      const { code } = yield* consent()
      const { body } = yield* exchange(code)
      assert.deepStrictEqual(refused(yield* exchange(code)), { status: 400, body: BAD_CODE })
      assert.strictEqual((yield* bearer(body.access_token, "/users/@me")).status, 401)
      assert.strictEqual((yield* refresh(body.refresh_token)).status, 400)
    })
  )

  it.live("is worth nothing to another client, whose attempt leaves it to its owner", () =>
    Effect.gen(function* () {
      const { consent, exchange } = yield* start()
      const { code } = yield* consent()
      assert.deepStrictEqual(refused(yield* exchange(code, {}, basic(RIVAL))), { status: 400, body: BAD_CODE })
      assert.deepStrictEqual(refused(yield* exchange(code, { client_id: GAME }, {})), { status: 400, body: BAD_CODE })
      const mixed = yield* exchange(code, { client_id: SHOP }, basic(RIVAL))
      assert.deepStrictEqual(refused(mixed), { status: 401, body: { error: "invalid_client" } })
      assert.strictEqual((yield* exchange(code)).status, 200)
    })
  )

  const ATTEMPTS: ReadonlyArray<readonly [string, Fields, Fields]> = [
    ["without the verifier", PROOF, {}],
    ["with an empty verifier", PROOF, { code_verifier: "" }],
    ["with another verifier", PROOF, { code_verifier: "x".repeat(43) }],
    ["with the challenge as verifier", PROOF, { code_verifier: PROOF.code_challenge }],
    ["with a verifier of another form", PROOF, { code_verifier: `${VERIFIER}é` }],
    ["with a verifier for a flow that had no challenge", {}, { code_verifier: VERIFIER }],
    ["with another redirect_uri", {}, { redirect_uri: "https://evil.example/callback" }],
    ["with a redirect_uri in another case", {}, { redirect_uri: REDIRECT.replace("callback", "Callback") }],
    ["with a redirect_uri that is encoded otherwise", {}, { redirect_uri: REDIRECT.replace("callback", "%63allback") }],
    ["with a redirect_uri of the same beginning", {}, { redirect_uri: `${REDIRECT}/../x` }],
    ["without the redirect_uri", {}, { redirect_uri: "" }]
  ]

  it.live.each(ATTEMPTS)("gives nothing %s, and is used up", ([, asked, sent]) =>
    Effect.gen(function* () {
      const { consent, exchange } = yield* start()
      const { code } = yield* consent(asked)
      assert.strictEqual((yield* exchange(code, sent)).status, 400)
      const good = yield* exchange(code, "code_challenge" in asked ? { code_verifier: VERIFIER } : {})
      assert.deepStrictEqual(refused(good), { status: 400, body: BAD_CODE })
    })
  )

  it.live("of a public client is of no use without its verifier, however the client is named", () =>
    Effect.gen(function* () {
      const { consent, exchange } = yield* start()
      for (const [fields, headers] of [
        [{ client_id: GAME }, {}],
        [{}, basic(GAME, "")],
        [{}, basic(GAME)]
      ] as const) {
        const { code } = yield* consent({ client_id: GAME, ...PROOF })
        assert.strictEqual((yield* exchange(code, fields, headers)).status, 400)
      }
    })
  )
})

describe("a stolen token", () => {
  it.live("that was refreshed before refreshes no more, and ends what it gave", () =>
    Effect.gen(function* () {
      const { tokens, refresh, bearer } = yield* start()
      const { refresh_token } = yield* tokens()
      const next = yield* refresh(refresh_token)
      assert.strictEqual(next.status, 200)
      const { access_token } = next.body
      assert.strictEqual((yield* bearer(access_token, "/users/@me")).status, 200)
      assert.deepStrictEqual(refused(yield* refresh(refresh_token)), {
        status: 400,
        body: { error: "invalid_grant", error_description: 'Invalid "refresh_token" in request' }
      })
      assert.strictEqual((yield* bearer(access_token, "/users/@me")).status, 401)
    })
  )

  it.live("is neither refreshed nor revoked by another client, which is told nothing of it", () =>
    Effect.gen(function* () {
      const { tokens, refresh, revoke, bearer } = yield* start()
      const { access_token, refresh_token } = yield* tokens()
      assert.strictEqual((yield* refresh(refresh_token, basic(RIVAL))).status, 400)
      for (const token of [access_token, refresh_token, "none"]) {
        const { status, text } = yield* revoke(token, basic(RIVAL))
        assert.deepStrictEqual([status, text], [200, "{}"])
      }
      assert.strictEqual((yield* bearer(access_token, "/users/@me")).status, 200)
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)
    })
  )

  it.live("opens nothing of another application, and a refresh token opens nothing at all", () =>
    Effect.gen(function* () {
      const { tokens, bearer } = yield* start()
      const { access_token, refresh_token } = yield* tokens(
        { scope: "applications.commands.permissions.update" },
        ALICE
      )
      const path = `/applications/${RIVAL}/guilds/1/commands/permissions`
      assert.strictEqual((yield* bearer(access_token, path)).body.code, 20012)
      for (const open of ["/users/@me", "/oauth2/@me", "/oauth2/userinfo"]) {
        assert.strictEqual((yield* bearer(refresh_token, open)).status, 401, open)
      }
    })
  )

  it.live("authenticates nothing from a query, a form or another scheme", () =>
    Effect.gen(function* () {
      const { url, tokens, form } = yield* start()
      const { access_token: token } = yield* tokens()
      const self = `${url}/api/v10/users/@me`
      assert.strictEqual((yield* ask(`${self}?access_token=${token}`)).status, 401)
      for (const authorization of [`Basic ${token}`, `bearer ${token}`, token, `Bot ${token}`]) {
        assert.strictEqual((yield* ask(self, { headers: { authorization } })).status, 401, authorization)
      }
      assert.strictEqual((yield* form("/oauth2/token/revoke", { token, access_token: token })).status, 401)
    })
  )
})
