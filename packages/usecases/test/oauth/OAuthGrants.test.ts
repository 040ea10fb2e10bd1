/** Codes and refresh tokens at the token endpoint. Sources: wire-rest.md §5.3, §5.4; RFC 6749; RFC 7636; RFC 9700. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import type { TokenRequest } from "../../src/oauth/OAuthTokens.ts"
import {
  CLOUD,
  CODE,
  ENDED,
  exchange,
  give,
  isLive,
  LIVE,
  REDIRECT,
  refresh,
  refusal,
  settleClients,
  stored,
  VERIFIER
} from "../fixture/Granting.ts"
import { ALICE, BOB, HARBOUR, NOBODY, PET_SHOP, WEATHER } from "../fixture/Harbour.ts"
import { describeOnEachStore, events, rows } from "../fixture/Stores.ts"

const BAD_CODE = [400, "invalid_grant", 'Invalid "code" in request.']
const BAD_CLIENT = [401, "invalid_client", undefined]

/** Each is wrong beside a good code of its own client, and uses it up. */
const BURNING: ReadonlyArray<readonly [string, string | undefined, Partial<TokenRequest>, string, string]> = [
  ["another redirect_uri", undefined, { redirect_uri: `${REDIRECT}/` }, "invalid_grant", "Invalid"],
  ["no redirect_uri where the request had one", undefined, { redirect_uri: undefined }, "invalid_request", "Missing"],
  ["no verifier where there is a challenge", VERIFIER, {}, "invalid_request", "Missing"],
  ["another verifier", VERIFIER, { code_verifier: "w".repeat(43) }, "invalid_grant", "Invalid"],
  ["the challenge as verifier", VERIFIER, { code_verifier: "short" }, "invalid_grant", "Invalid"],
  ["a verifier where there is no challenge", undefined, { code_verifier: VERIFIER }, "invalid_grant", "Invalid"]
]

describeOnEachStore("the grant of a code", (test) => {
  test(
    "answers with a pair of tokens, and both are stored as hashes of one family",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      const answer = yield* exchange()
      assert.deepStrictEqual(
        { ...answer, access_token: 30, refresh_token: 30 },
        {
          token_type: "Bearer",
          access_token: answer.access_token.length,
          expires_in: 604_800,
          scope: "identify guilds",
          refresh_token: answer.refresh_token.length
        }
      )
      const [access, again] = [yield* stored(answer.access_token), yield* stored(answer.refresh_token)]
      assert.deepInclude(access, { kind: "bearer", user_id: ALICE, scopes: ["identify", "guilds"] })
      assert.deepInclude(again, { kind: "refresh", user_id: ALICE, expires_at: null })
      assert.strictEqual(access?.family, again?.family)
      const all = JSON.stringify(yield* rows)
      for (const secret of [answer.access_token, answer.refresh_token, CODE]) assert.notInclude(all, secret)
    })
  )

  test(
    "is single use: a code that is used again ends the tokens that it gave, those of a refresh too",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      yield* give({ user_id: BOB }, "another")
      const other = yield* exchange({ code: "another" })
      const first = yield* exchange()
      const second = yield* refresh(first.refresh_token)
      assert.deepStrictEqual(yield* refusal(exchange()), BAD_CODE)
      assert.deepStrictEqual(yield* isLive(second), ENDED)
      assert.deepStrictEqual(yield* isLive(other), LIVE)
      const types = (yield* events).map(({ type }) => type)
      assert.notInclude(types, "authorization.revoked", "alice has another token")
      assert.deepStrictEqual(yield* refusal(exchange({ code: "another" })), BAD_CODE)
      assert.deepInclude((yield* events).at(-1), {
        type: "authorization.revoked",
        data: { application_id: PET_SHOP, user_id: BOB }
      })
      const before = yield* events
      assert.deepStrictEqual(yield* refusal(exchange({ code: "another" })), BAD_CODE)
      assert.deepStrictEqual(yield* events, before, "what has ended does not end again")
    })
  )

  test(
    "a code ends ten minutes after the consent, on the service clock",
    Effect.gen(function* () {
      yield* settleClients
      yield* Time.change({ mode: "frozen" })
      yield* give()
      yield* give({}, "another")
      yield* Time.change({ advance_ms: 600_000 - 1 })
      yield* exchange()
      yield* Time.change({ advance_ms: 1 })
      assert.deepStrictEqual(yield* refusal(exchange({ code: "another" })), BAD_CODE)
    })
  )

  test(
    "another client's attempt neither uses a code up nor, once it was used, ends its tokens",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      const before = yield* rows
      assert.deepStrictEqual(yield* refusal(exchange(CLOUD)), BAD_CODE)
      assert.deepStrictEqual(yield* refusal(exchange({ client_id: WEATHER, client_secrets: [] })), BAD_CODE)
      assert.deepStrictEqual(yield* refusal(exchange({ client_secrets: ["wrong"] })), BAD_CLIENT)
      assert.deepStrictEqual(yield* rows, before)
      const pair = yield* exchange()
      assert.deepStrictEqual(yield* refusal(exchange(CLOUD)), BAD_CODE)
      assert.deepStrictEqual(yield* isLive(pair), LIVE)
    })
  )

  for (const [sentence, verifier, changes, error, text] of BURNING) {
    test(
      `${sentence} uses the code up`,
      Effect.gen(function* () {
        yield* settleClients
        yield* give(verifier === undefined ? {} : { verifier })
        const [status, kind, description] = yield* refusal(exchange(changes))
        assert.deepStrictEqual([status, kind], [400, error])
        assert.match(String(description), new RegExp(`^${text} "(redirect_uri|code_verifier)" in request.$`))
        const good = verifier === undefined ? {} : { code_verifier: verifier }
        assert.deepStrictEqual(yield* refusal(exchange(good)), BAD_CODE)
      })
    )
  }

  for (const [sentence, verifier] of [
    ["too short", "v".repeat(42)],
    ["too long", "v".repeat(129)],
    ["of other characters", `${"v".repeat(43)}+`]
  ] as const) {
    test(
      `a verifier that is ${sentence} proves nothing, though the challenge is made of it`,
      Effect.gen(function* () {
        yield* settleClients
        yield* give({ verifier })
        const refused = yield* refusal(exchange({ code_verifier: verifier }))
        assert.deepStrictEqual(refused, [400, "invalid_grant", 'Invalid "code_verifier" in request.'])
      })
    )
  }

  test(
    "a redirect_uri that the request left out may be left out, or named as it was used",
    Effect.gen(function* () {
      yield* settleClients
      for (const redirect_uri of [undefined, REDIRECT]) {
        const code = `left-out-${redirect_uri}`
        yield* give({ redirect_given: false }, code)
        yield* exchange({ code, redirect_uri })
      }
    })
  )

  test(
    "a public client needs no secret but a verifier; a wrong secret is refused all the same",
    Effect.gen(function* () {
      yield* settleClients
      const client = { client_id: WEATHER, client_secrets: [] }
      yield* give({ application_id: WEATHER, verifier: VERIFIER })
      assert.deepStrictEqual(
        yield* refusal(exchange({ ...client, client_secrets: ["pet-shop-secret"], code_verifier: VERIFIER })),
        BAD_CLIENT
      )
      assert.deepStrictEqual(yield* isLive(yield* exchange({ ...client, code_verifier: VERIFIER })), LIVE)
      yield* give({ application_id: WEATHER }, "bare")
      assert.deepStrictEqual(yield* refusal(exchange({ ...client, code: "bare" })), [
        400,
        "invalid_request",
        'Missing "code_verifier" in request.'
      ])
      const credentials = { ...client, grant_type: "client_credentials", scope: "identify" }
      assert.deepStrictEqual(yield* refusal(exchange(credentials)), BAD_CLIENT)
      assert.deepStrictEqual(yield* refusal(exchange({ client_id: PET_SHOP, client_secrets: [] })), BAD_CLIENT)
    })
  )

  test(
    "shows the guild that the bot was installed in with the code, while it is there",
    Effect.gen(function* () {
      yield* settleClients
      const scopes = ["bot", "applications.commands"]
      yield* give({ guild_id: HARBOUR, scopes })
      assert.strictEqual((yield* exchange()).guild?.id, HARBOUR)
      yield* give({ guild_id: NOBODY, scopes }, "gone")
      assert.notProperty(yield* exchange({ code: "gone" }), "guild")
      yield* give({ guild_id: HARBOUR, scopes: ["applications.commands"] }, "commands alone")
      assert.notProperty(yield* exchange({ code: "commands alone" }), "guild")
    })
  )

  test(
    "needs a code",
    Effect.gen(function* () {
      yield* settleClients
      const missing = [400, "invalid_request", 'Missing "code" in request.']
      assert.deepStrictEqual(yield* refusal(exchange({ code: undefined })), missing)
      assert.deepStrictEqual(yield* refusal(exchange({ code: "unknown" })), BAD_CODE)
    })
  )

  test(
    "of many uses at once one gives tokens, and the others end them",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      const tries = yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.exit(exchange()), { concurrency: 5 })
      const good = tries.flatMap((exit) => (exit._tag === "Success" ? [exit.value] : []))
      assert.strictEqual(good.length, 1)
      for (const pair of good) assert.deepStrictEqual(yield* isLive(pair), ENDED)
    })
  )
})
