/** The key and the content of ID tokens. Sources: wire-rest.md §5.1, §5.3; OpenID Connect Core §2; decision 45. */
import { IdTokens } from "@backlot/ports/IdTokens"
import { Storage } from "@backlot/ports/Storage"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import { exchange, give, refresh, settleClients } from "../fixture/Granting.ts"
import { ALICE, PET_SHOP } from "../fixture/Harbour.ts"
import { describeOnEachStore, rows, WALL_MS } from "../fixture/Stores.ts"

const ISSUER = "http://127.0.0.1:6780"
const OPEN = ["openid", "identify"]

const claimsOf = (token: string | undefined): unknown =>
  JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString())
const keyOf = (token: string | undefined): unknown =>
  Object(JSON.parse(Buffer.from(token?.split(".")[0] ?? "", "base64url").toString())).kid

describeOnEachStore("the key of ID tokens", (test) => {
  test(
    "is made once, by whoever needs it first, and is shown without its private part",
    Effect.gen(function* () {
      yield* settleClients
      assert.isFalse((yield* rows).some(([key]) => key === "meta/oauth_key"))
      const both = yield* Effect.all([OAuthTokens.publishedKeys, OAuthTokens.publishedKeys], { concurrency: 2 })
      assert.deepStrictEqual(both[0], both[1])
      assert.deepStrictEqual(yield* OAuthTokens.publishedKeys, both[0])
      for (const key of both[0].keys) assert.hasAllKeys(key, ["kty", "use", "kid", "n", "e", "alg"])
    })
  )

  test(
    "outlives a new world and a reset",
    Effect.gen(function* () {
      yield* settleClients
      const before = yield* OAuthTokens.publishedKeys
      yield* settleClients
      yield* Worlds.reset("real")
      assert.deepStrictEqual(yield* OAuthTokens.publishedKeys, before)
    })
  )
})

describeOnEachStore("an ID token", (test) => {
  test(
    "comes with the scope openid, says who signed in to what and when by the wall clock, and echoes the nonce",
    Effect.gen(function* () {
      yield* settleClients
      yield* Time.change({ advance_ms: 86_400_000 })
      yield* give({ scopes: OPEN, nonce: "n-0S6_WzA2Mj" })
      const { id_token } = yield* exchange({ issuer: ISSUER })
      assert.deepStrictEqual(claimsOf(id_token), {
        iss: ISSUER,
        sub: ALICE,
        aud: PET_SHOP,
        iat: WALL_MS / 1000,
        exp: WALL_MS / 1000 + 604_800,
        auth_time: WALL_MS / 1000 - 6,
        nonce: "n-0S6_WzA2Mj"
      })
      const { keys } = yield* OAuthTokens.publishedKeys
      assert.strictEqual(keyOf(id_token), keys[0]?.kid)
    })
  )

  test(
    "has no nonce where none was sent, and is neither given without openid nor at a refresh",
    Effect.gen(function* () {
      yield* settleClients
      yield* give({ scopes: OPEN })
      const answer = yield* exchange({ issuer: ISSUER })
      assert.notProperty(claimsOf(answer.id_token), "nonce")
      assert.notProperty(yield* refresh(answer.refresh_token, { issuer: ISSUER }), "id_token")
      yield* give({}, "closed")
      assert.notProperty(yield* exchange({ code: "closed", issuer: ISSUER }), "id_token")
    })
  )

  test(
    "is signed by the key that another process made meanwhile",
    Effect.gen(function* () {
      yield* settleClients
      yield* give({ scopes: OPEN })
      const tokens = yield* IdTokens
      const storage = yield* Storage
      const other = OAuthTokens.publishedKeys.pipe(
        Effect.provideService(IdTokens, tokens),
        Effect.provideService(Storage, storage)
      )
      const racing = { ...tokens, makeKey: Effect.andThen(Effect.orDie(other), tokens.makeKey) }
      const { id_token } = yield* Effect.provideService(exchange({ issuer: ISSUER }), IdTokens, racing)
      assert.strictEqual(keyOf(id_token), (yield* OAuthTokens.publishedKeys).keys[0]?.kid)
    })
  )
})
