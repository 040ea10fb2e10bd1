/** Refresh tokens at the token endpoint. Sources: wire-rest.md §5.3, §5.4; RFC 6749 §6. */
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import {
  CLOUD,
  ENDED,
  exchange,
  give,
  isLive,
  LIVE,
  refresh,
  refusal,
  settleClients,
  stored
} from "../fixture/Granting.ts"
import { ALICE, PET_SHOP, settle, throughFile, WEATHER } from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

const BAD_REFRESH = [400, "invalid_grant", 'Invalid "refresh_token" in request']

describeOnEachStore("the grant of a refresh token", (test) => {
  test(
    "answers with a new pair and ends the old one; a replay gets nothing and ends the family",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      const first = yield* exchange()
      const second = yield* refresh(first.refresh_token)
      assert.strictEqual(second.scope, "identify guilds")
      assert.deepStrictEqual(yield* isLive(first), ENDED)
      assert.deepStrictEqual(yield* isLive(second), LIVE)
      const third = yield* refresh(second.refresh_token)
      assert.deepStrictEqual(yield* refusal(refresh(first.refresh_token)), BAD_REFRESH)
      assert.deepStrictEqual(yield* isLive(third), ENDED)
      assert.deepStrictEqual(yield* refusal(refresh(third.refresh_token)), BAD_REFRESH)
    })
  )

  test(
    "leaves its family alone when another application replays it, and the other authorizations of the user",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      yield* give({}, "another-code")
      const [first, other] = [yield* exchange(), yield* exchange({ code: "another-code" })]
      const second = yield* refresh(first.refresh_token)
      assert.deepStrictEqual(yield* refusal(refresh(first.refresh_token, CLOUD)), BAD_REFRESH)
      assert.deepStrictEqual(yield* isLive(second), LIVE)
      assert.deepStrictEqual(yield* refusal(refresh(first.refresh_token)), BAD_REFRESH)
      assert.deepStrictEqual(yield* isLive(second), ENDED)
      assert.deepStrictEqual(yield* isLive(other), LIVE)
    })
  )

  test(
    "of a world, replayed, ends what it gave",
    Effect.gen(function* () {
      const token = { token: "first", kind: "refresh", application_id: PET_SHOP, user_id: ALICE, scopes: ["identify"] }
      yield* settle({ tokens: [token] })
      const pair = yield* refresh("first")
      assert.deepStrictEqual(yield* refusal(refresh("first")), BAD_REFRESH)
      assert.deepStrictEqual(yield* isLive(pair), ENDED)
    })
  )

  test(
    "of many refreshes at once gives one pair, which the others end as replays",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      const { refresh_token } = yield* exchange()
      const once = Effect.exit(refresh(refresh_token))
      const tries = yield* Effect.forEach(Array.from({ length: 5 }), () => once, { concurrency: 5 })
      const good = tries.flatMap((exit) => (exit._tag === "Success" ? [exit.value] : []))
      assert.strictEqual(good.length, 1)
      for (const pair of good) assert.deepStrictEqual(yield* isLive(pair), ENDED)
    })
  )

  test(
    "never ends by itself",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      const { refresh_token } = yield* exchange()
      yield* Time.change({ advance_ms: 1_000 * 86_400_000 })
      yield* refresh(refresh_token)
    })
  )

  test(
    "of a world that gives it an end is good until then, to the millisecond",
    Effect.gen(function* () {
      const token = { kind: "refresh", application_id: PET_SHOP, user_id: ALICE, scopes: ["identify"], expires_in: 60 }
      yield* settle({ tokens: ["first", "second"].map((name) => ({ ...token, token: name })) })
      yield* Time.change({ mode: "frozen" })
      const { expires_at } = (yield* stored("first")) ?? {}
      const { now } = yield* ServiceClock
      yield* Time.change({ advance_ms: (expires_at ?? 0) - (yield* now) - 1 })
      assert.strictEqual((yield* refresh("first")).scope, "identify")
      yield* Time.change({ advance_ms: 1 })
      assert.deepStrictEqual(yield* refusal(refresh("second")), BAD_REFRESH)
    })
  )

  test(
    "ends the tokens of its own application alone, where a world gives those of another the same family",
    Effect.gen(function* () {
      const mine = { application_id: PET_SHOP, user_id: ALICE, scopes: ["identify"], family: "f".repeat(64) }
      const token = (name: string, changes: object = {}) => ({ ...mine, token: name, expires_in: 60, ...changes })
      yield* settle({
        tokens: [token("access"), token("refresh", { kind: "refresh" }), token("theirs", { application_id: WEATHER })]
      })
      yield* refresh("refresh")
      assert.isUndefined(yield* stored("access"))
      assert.isDefined(yield* stored("theirs"))
    })
  )

  test(
    "is of its own application alone, and no access token does its work",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      const pair = yield* exchange()
      assert.deepStrictEqual(yield* refusal(refresh(pair.refresh_token, CLOUD)), BAD_REFRESH)
      assert.deepStrictEqual(yield* refusal(refresh(pair.access_token)), BAD_REFRESH)
      assert.deepStrictEqual(yield* refusal(refresh("pet-shop-bot-token")), BAD_REFRESH)
      assert.deepStrictEqual(yield* refusal(refresh("unknown")), BAD_REFRESH)
      const missing = [400, "invalid_request", 'Missing "refresh_token" in request.']
      assert.deepStrictEqual(yield* refusal(refresh("x", { refresh_token: undefined })), missing)
      assert.deepStrictEqual(yield* isLive(pair), LIVE)
    })
  )

  test(
    "gives fewer scopes for the asking, none besides, and keeps its own",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      const first = yield* exchange()
      const [, error] = yield* refusal(refresh(first.refresh_token, { scope: "identify email" }))
      assert.strictEqual(error, "invalid_scope")
      const second = yield* refresh(first.refresh_token, { scope: "guilds" })
      assert.strictEqual(second.scope, "guilds")
      assert.deepInclude(yield* stored(second.access_token), { scopes: ["guilds"] })
      assert.strictEqual((yield* refresh(second.refresh_token)).scope, "identify guilds")
    })
  )

  test(
    "brings with an umbrella what it stands for, as far as it was granted",
    Effect.gen(function* () {
      yield* settleClients
      yield* give({ scopes: ["sdk.social_layer_presence", "identify", "gateway.connect", "guilds"] })
      const { refresh_token } = yield* exchange()
      const { scope } = yield* refresh(refresh_token, { scope: "sdk.social_layer_presence" })
      assert.sameMembers(scope.split(" "), ["sdk.social_layer_presence", "gateway.connect", "identify"])
    })
  )

  test(
    "works on after an export and an import, as do access tokens",
    Effect.gen(function* () {
      yield* settleClients
      yield* give()
      const pair = yield* exchange()
      yield* Worlds.replace(yield* throughFile(yield* Worlds.read))
      assert.deepStrictEqual(yield* isLive(pair), LIVE)
      const next = yield* refresh(pair.refresh_token)
      assert.deepStrictEqual(yield* isLive(pair), ENDED)
      assert.deepStrictEqual(yield* isLive(next), LIVE)
    })
  )
})
