import { Secrets } from "@backlot/ports/Secrets"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import * as Entering from "../fixture/Entering.ts"
import { stored } from "../fixture/Granting.ts"
import { applicationOf, NOBODY, PET_SHOP, settle, WEATHER } from "../fixture/Harbour.ts"
import { describeOnEachStore, rows } from "../fixture/Stores.ts"

const UPDATE = "applications.commands.update"

const sound: OAuthTokens.TokenRequest = {
  grant_type: "client_credentials",
  scope: UPDATE,
  client_id: PET_SHOP,
  client_secrets: ["pet-shop-secret"]
}

const issue = (changes: Partial<OAuthTokens.TokenRequest> = {}) => OAuthTokens.issue({ ...sound, ...changes })

const enter = (token: string, application_id = PET_SHOP) =>
  Entering.enter(`Bearer ${token}`, { application_id }, UPDATE)

const INVALID_SCOPE = "The requested scope is invalid, unknown, or malformed."

/** wire-rest.md §5.4; each row breaks its own rule and those below it. */
const REFUSALS: ReadonlyArray<
  readonly [
    sentence: string,
    changes: Partial<OAuthTokens.TokenRequest>,
    status: 400 | 401,
    error: string,
    text?: string
  ]
> = [
  ["no grant type", { grant_type: undefined, client_id: NOBODY }, 400, "unsupported_grant_type"],
  ["an unknown grant type", { grant_type: "password", client_id: NOBODY }, 400, "unsupported_grant_type"],
  ["a grant of later versions", { grant_type: "device_code", client_id: NOBODY }, 400, "unsupported_grant_type"],
  ["no client", { client_id: undefined, scope: "no" }, 401, "invalid_client"],
  ["a client id that is none", { client_id: "pet-shop", scope: "no" }, 401, "invalid_client"],
  ["an unknown client", { client_id: NOBODY, scope: "no" }, 401, "invalid_client"],
  ["no secret", { client_secrets: [], scope: "no" }, 401, "invalid_client"],
  ["a wrong secret", { client_secrets: ["pet-shop-secre"], scope: "no" }, 401, "invalid_client"],
  ["the secret of another client", { client_id: WEATHER, scope: "no" }, 401, "invalid_client"],
  ["no scope", { scope: undefined }, 400, "invalid_scope", INVALID_SCOPE],
  ["an empty scope", { scope: "  " }, 400, "invalid_scope", INVALID_SCOPE],
  ["an unknown scope", { scope: "everything" }, 400, "invalid_scope", INVALID_SCOPE],
  ["an unknown scope beside a known one", { scope: `${UPDATE} everything` }, 400, "invalid_scope", INVALID_SCOPE],
  ["a scope that installs and gives no token", { scope: "bot" }, 400, "invalid_scope", INVALID_SCOPE]
]

describeOnEachStore("the token endpoint", (test) => {
  for (const [sentence, changes, status, error, text] of REFUSALS) {
    test(
      `${sentence} is ${error}, and nothing is stored`,
      Effect.gen(function* () {
        yield* settle()
        const before = yield* rows
        const refused = yield* Effect.flip(issue(changes))
        assert.deepStrictEqual(
          refused._tag === "OAuthFault" && [refused.status, refused.error, refused.error_description],
          [status, error, text]
        )
        assert.deepStrictEqual(yield* rows, before)
      })
    )
  }

  test(
    "answers client credentials with a bearer token of seven days, without a refresh token",
    Effect.gen(function* () {
      yield* settle()
      const answer = yield* issue()
      assert.match(answer.access_token, /^[A-Za-z0-9]{30}$/)
      assert.deepStrictEqual(answer, {
        token_type: "Bearer",
        access_token: answer.access_token,
        expires_in: 604_800,
        scope: UPDATE
      })
    })
  )

  test(
    "issues a token that acts for its own application, with the scopes asked for",
    Effect.gen(function* () {
      yield* settle()
      const { access_token, scope } = yield* issue({ scope: ` identify ${UPDATE} identify ` })
      assert.strictEqual(scope, `identify ${UPDATE}`)
      const { caller } = yield* enter(access_token)
      assert.deepStrictEqual(caller, { kind: "bearer", application_id: PET_SHOP, scopes: ["identify", UPDATE] })
      assert.strictEqual((yield* Effect.flip(enter(access_token, WEATHER)))._tag, "NotThisApplication")
    })
  )

  test(
    "issues any scope that the application's owner could grant",
    Effect.gen(function* () {
      yield* settle()
      assert.strictEqual((yield* issue({ scope: "guilds connections" })).scope, "guilds connections")
    })
  )

  test(
    "expands the sdk scopes of client credentials as those of a user",
    Effect.gen(function* () {
      yield* settle()
      const { access_token, scope } = yield* issue({ scope: "sdk.social_layer" })
      assert.includeMembers(scope.split(" "), ["sdk.social_layer", "sdk.social_layer_presence", "lobbies.write"])
      assert.deepInclude(yield* stored(access_token), { scopes: scope.split(" ") })
    })
  )

  test(
    "issues a token that ends after expires_in seconds of the service clock",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ mode: "frozen" })
      const { access_token, expires_in } = yield* issue()
      yield* Time.change({ advance_ms: expires_in * 1000 - 1 })
      yield* enter(access_token)
      yield* Time.change({ advance_ms: 1 })
      assert.strictEqual((yield* Effect.flip(enter(access_token)))._tag, "Unauthorized")
    })
  )

  test(
    "issues another token each time, and the earlier ones stay good",
    Effect.gen(function* () {
      yield* settle()
      const [first, second] = [yield* issue(), yield* issue()]
      assert.notStrictEqual(first.access_token, second.access_token)
      yield* enter(first.access_token)
      yield* enter(second.access_token)
    })
  )

  test(
    "stores the hash of a token alone: no row of the store holds the token",
    Effect.gen(function* () {
      yield* settle()
      const { access_token } = yield* issue()
      const { sha256 } = yield* Secrets
      const holding = (text: string) =>
        Effect.map(rows, (all) => all.filter((row) => row.join("\n").includes(text)).map(([key]) => key))
      assert.deepStrictEqual(yield* holding(access_token), [])
      assert.strictEqual((yield* holding(sha256(access_token))).length, 3)
    })
  )

  test(
    "takes the secret of the world's file",
    Effect.gen(function* () {
      yield* settle()
      const { client_secret } = yield* applicationOf(WEATHER)
      assert.strictEqual((yield* issue({ client_id: WEATHER, client_secrets: [client_secret] })).token_type, "Bearer")
    })
  )
})
