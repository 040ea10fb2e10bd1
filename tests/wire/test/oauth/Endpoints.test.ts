/** The rows of wire-rest.md §5.1, §5.3 and §5.4 that no other test covers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  ALICE,
  ask,
  BOB,
  basic,
  challengeOf,
  GUILD,
  OTHER_GUILD,
  REDIRECT,
  SHOP,
  start,
  VERIFIER
} from "./Authorizing.ts"

const BOT = { headers: { authorization: "Bot shop-bot-token" } }

describe("GET /oauth2/applications/@me", () => {
  it.live("is the application object, for its bot alone, and the same as /applications/@me", () =>
    Effect.gen(function* () {
      const { url, tokens, bearer } = yield* start()
      const [one, other] = [
        yield* ask(`${url}/api/v10/oauth2/applications/@me`, BOT),
        yield* ask(`${url}/api/v10/applications/@me`, BOT)
      ]
      assert.deepStrictEqual([one.status, other.status], [200, 200])
      assert.propertyVal(one.body, "id", SHOP)
      // Older libraries end their login without it.
      assert.propertyVal(one.body, "summary", "")
      assert.notInclude(one.text, "shop-secret")
      assert.deepStrictEqual(one.body, other.body)
      const { access_token } = yield* tokens()
      for (const path of ["/oauth2/applications/@me", "/applications/@me"]) {
        assert.strictEqual((yield* bearer(access_token, path)).status, 403, path)
      }
    })
  )
})

describe("GET /oauth2/keys", () => {
  it.live("is for anyone, and shows kty, use, kid, n, e and alg, nothing of the private part", () =>
    Effect.gen(function* () {
      const { url } = yield* start()
      const { status, body } = yield* ask(`${url}/api/v10/oauth2/keys`)
      assert.strictEqual(status, 200)
      assert.hasAllKeys(body, ["keys"])
      for (const key of body.keys) {
        assert.hasAllKeys(key, ["kty", "use", "kid", "n", "e", "alg"])
        assert.deepInclude(key, { kty: "RSA", use: "sig", alg: "RS256" })
      }
      assert.lengthOf(body.keys, 1)
    })
  )
})

describe("GET /users/@me/guilds", () => {
  const listed = Effect.gen(function* () {
    const { tokens, bearer } = yield* start()
    const { access_token } = yield* tokens({ scope: "guilds" }, ALICE)
    return (query: string) =>
      Effect.map(bearer(access_token, `/users/@me/guilds${query}`), ({ text }) => JSON.parse(text))
  })
  const idsOf = (guilds: ReadonlyArray<{ readonly id: string }>) => guilds.map(({ id }) => id)

  it.live("shows id, name, icon, banner, owner, permissions and features, and counts where asked", () =>
    Effect.gen(function* () {
      const list = yield* listed
      const FIELDS = ["id", "name", "icon", "banner", "owner", "permissions", "features"]
      for (const guild of yield* list("")) {
        assert.hasAllKeys(guild, FIELDS)
        assert.isString(guild.permissions)
      }
      for (const guild of yield* list("?with_counts=true")) {
        assert.hasAllKeys(guild, [...FIELDS, "approximate_member_count", "approximate_presence_count"])
      }
    })
  )

  it.live("takes before, after and limit", () =>
    Effect.gen(function* () {
      const list = yield* listed
      assert.deepStrictEqual(idsOf(yield* list("")), [GUILD, OTHER_GUILD])
      assert.deepStrictEqual(idsOf(yield* list("?limit=1")), [GUILD])
      assert.deepStrictEqual(idsOf(yield* list(`?after=${GUILD}`)), [OTHER_GUILD])
      assert.deepStrictEqual(idsOf(yield* list(`?before=${OTHER_GUILD}`)), [GUILD])
    })
  )

  it.live.each([["limit=0"], ["limit=201"], ["limit=x"], ["before=x"], ["after=-1"]])("refuses %s", ([query]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* (yield* listed)(`?${query}`)).code, 50035)
    })
  )
})

describe("the implicit grant", () => {
  it.live("puts a token in the fragment that acts for the user, with no refresh token and no code", () =>
    Effect.gen(function* () {
      const { url, consent, bearer } = yield* start()
      const { back } = yield* consent({ response_type: "token", state: "s" })
      const fields = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
      assert.strictEqual(back.search, "")
      assert.hasAllKeys(fields, ["token_type", "access_token", "expires_in", "scope", "state", "iss"])
      assert.deepInclude(fields, {
        token_type: "Bearer",
        expires_in: "604800",
        scope: "identify",
        state: "s",
        iss: url
      })
      const self = yield* bearer(fields["access_token"] ?? "", "/users/@me")
      assert.propertyVal(self.body, "id", BOB)
    })
  )
})

describe("POST /oauth2/token", () => {
  it.live("has no grant of device codes, and says so", () =>
    Effect.gen(function* () {
      const { form } = yield* start()
      const grant_type = "urn:ietf:params:oauth:grant-type:device_code"
      const { status, body } = yield* form("/oauth2/token", { grant_type, device_code: "x" }, basic(SHOP))
      assert.deepStrictEqual([status, body.error], [400, "unsupported_grant_type"])
    })
  )

  it.live(
    "takes the secret of a public client from the form, from Basic, or not at all; never for client credentials",
    () =>
      Effect.gen(function* () {
        const { form, consent, exchange } = yield* start()
        const game = "100000000000000003"
        const proof = { client_id: game, code_challenge: challengeOf(VERIFIER), code_challenge_method: "S256" }
        for (const [fields, headers, status] of [
          [{ client_id: game }, {}, 200],
          [{ client_id: game, client_secret: "game-secret" }, {}, 200],
          [{ client_id: game, client_secret: "" }, {}, 200],
          [{}, basic(game), 200],
          [{ client_id: game, client_secret: "wrong" }, {}, 401]
        ] as const) {
          const { code } = yield* consent(proof)
          assert.strictEqual((yield* exchange(code, { code_verifier: VERIFIER, ...fields }, headers)).status, status)
        }
        const asked = { grant_type: "client_credentials", scope: "identify", client_id: game }
        const { status, body } = yield* form("/oauth2/token", asked)
        assert.deepStrictEqual([status, body.error], [401, "invalid_client"])
      })
  )

  it.live("takes a parameter without a value for one that was not sent", () =>
    Effect.gen(function* () {
      const { form, exchange, tokens } = yield* start()
      assert.propertyVal((yield* exchange("")).body, "error_description", 'Missing "code" in request.')
      const { refresh_token } = yield* tokens()
      const asked = { grant_type: "refresh_token", refresh_token, scope: "", client_id: "" }
      assert.strictEqual((yield* form("/oauth2/token", asked, basic(SHOP))).status, 200)
    })
  )

  it.live("gives opaque tokens of 30 characters for 604800 seconds", () =>
    Effect.gen(function* () {
      const { tokens } = yield* start()
      const { access_token, refresh_token, ...rest } = yield* tokens()
      for (const token of [access_token, refresh_token]) assert.match(token, /^[A-Za-z0-9]{30}$/)
      assert.deepStrictEqual(rest as object, { token_type: "Bearer", expires_in: 604_800, scope: "identify" })
    })
  )

  it.live("holds a code good until ten minutes of the service clock have passed, to the millisecond", () =>
    Effect.gen(function* () {
      const { json, consent, exchange } = yield* start({ clock: "frozen" })
      const advance = (ms: number) => json("/control/v1/clock", { advance_ms: ms })
      const one = yield* consent()
      yield* advance(600_000 - 1)
      assert.strictEqual((yield* exchange(one.code)).status, 200)
      const two = yield* consent()
      yield* advance(600_000)
      const { status, body } = yield* exchange(two.code)
      assert.deepStrictEqual([status, body.error], [400, "invalid_grant"])
    })
  )
})

describe("GET and POST of the authorize address", () => {
  it.live.each([["/api"], ["/api/v9"], ["/api/v10"]])("stand below %s", ([prefix]) =>
    Effect.gen(function* () {
      const { url, json } = yield* start()
      const asked = new URLSearchParams({ client_id: SHOP, response_type: "code", scope: "identify", state: "s" })
      const told = yield* ask(`${url}${prefix}/oauth2/authorize?${asked}`)
      assert.deepInclude(told.body, { redirect_uri: REDIRECT, scopes: ["identify"] } as object)
      const decided = yield* json(`${prefix}/oauth2/authorize?${asked}`, { user_id: BOB, authorize: true })
      assert.include(decided.body.location, `${REDIRECT}?code=`)
    })
  )
})
