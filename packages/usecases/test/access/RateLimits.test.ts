import { limitedRoute } from "@backlot/domain/limit/RateLimit"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Access from "../../src/access/Access.ts"
import { clearLimits } from "../../src/access/InvalidRequests.ts"
import { limiter } from "../../src/access/Limiter.ts"
import * as RateLimits from "../../src/access/RateLimits.ts"
import * as Time from "../../src/event/Time.ts"
import * as OAuthGrants from "../../src/oauth/OAuthGrants.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import { BOT_TOKEN, NOBODY, PET_SHOP, settle, WEATHER } from "../fixture/Harbour.ts"
import { describeOnEachStore, type Services, WALL_MS } from "../fixture/Stores.ts"

const route = limitedRoute("GET", "/applications/:application_id/commands")
const own = { method: "GET", path: "/applications/{id}/commands", limit: 3, window_seconds: 20 }

const take = Effect.gen(function* () {
  const { allowance } = yield* Access.authenticate(`Bot ${BOT_TOKEN}`)
  return yield* limiter(yield* Effect.context<Services>())(route, { allowance, params: {}, global: true })
})
const takeMany = (count: number) => Effect.replicateEffect(take, count)
const refusal = Effect.map(Effect.flip(take), (error) => (error._tag === "RateLimited" ? error.refusal : error))

const asMode = (mode: "observe" | "off") => Effect.provideService(RateLimits.RateLimitMode, { current: () => mode })

const limited = (limits: object) => settle({ rate_limits: { [PET_SHOP]: limits } })

describeOnEachStore("rate limits", (test) => {
  test(
    "50 requests per second per application: the next is refused until the window ends",
    Effect.gen(function* () {
      yield* settle()
      const windows = yield* takeMany(50)
      assert.deepStrictEqual([windows[0]?.remaining, windows[49]?.remaining], [49, 0])
      yield* TestClock.adjust(360)
      assert.deepStrictEqual(yield* refusal, { global: true, retry_after_ms: 640 })
      yield* TestClock.adjust(640)
      assert.strictEqual((yield* take)?.reset_ms, WALL_MS + 2_000)
    })
  )

  test(
    "what the world says of an application takes effect at once",
    Effect.gen(function* () {
      yield* limited({ per_second: 1_200 })
      yield* takeMany(60)
      yield* limited({ per_second: 60 })
      assert.deepStrictEqual(yield* refusal, { global: true, retry_after_ms: 1_000 })
    })
  )

  test(
    "a bucket of the world refuses by its own window, and a refused request counts nowhere",
    Effect.gen(function* () {
      yield* limited({ buckets: [own] })
      yield* takeMany(3)
      for (const _ of Array(60)) yield* refusal
      yield* TestClock.adjust(500)
      const refused = yield* refusal
      assert.isTrue("window" in refused && refused.window.limit === 3 && refused.retry_after_ms === 19_500)
      yield* TestClock.adjust(19_500)
      assert.deepStrictEqual((yield* take)?.remaining, 2)
    })
  )

  test(
    "observe counts and shows, and refuses nothing",
    Effect.gen(function* () {
      yield* settle()
      const windows = yield* asMode("observe")(takeMany(60))
      assert.deepStrictEqual([windows[0]?.remaining, windows[59]?.remaining, windows[59]?.limit], [49, 1, 50])
    })
  )

  test(
    "off counts and shows nothing",
    Effect.gen(function* () {
      yield* settle()
      assert.deepStrictEqual(yield* asMode("off")(takeMany(60)), Array(60).fill(undefined))
      assert.strictEqual((yield* take)?.remaining, 49)
    })
  )

  test(
    "a frozen clock implies observe",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ mode: "frozen" })
      assert.strictEqual((yield* takeMany(60))[59]?.remaining, 1)
      yield* Time.change({ mode: "real" })
      assert.strictEqual((yield* Effect.flip(take))._tag, "RateLimited")
    })
  )

  test(
    "windows run on the service clock: setting it ahead or back opens them",
    Effect.gen(function* () {
      yield* settle()
      for (const now of [WALL_MS + 60_000, WALL_MS - 60_000]) {
        yield* takeMany(50)
        yield* refusal
        yield* Time.change({ now })
        assert.strictEqual((yield* take)?.reset_ms, now + 1_000)
        yield* clearLimits
      }
    })
  )

  test(
    "clearing forgets every count",
    Effect.gen(function* () {
      yield* settle()
      yield* takeMany(50)
      yield* clearLimits
      assert.strictEqual((yield* take)?.remaining, 49)
    })
  )

  test(
    "a text that is no interaction token gives nobody's allowance",
    Effect.gen(function* () {
      yield* settle()
      for (const none of [PET_SHOP, NOBODY, "x", ""]) assert.isUndefined(yield* RateLimits.allowanceOfToken(none))
    })
  )

  test(
    "client credentials have the allowance of the application whose secret fits, and of none otherwise",
    Effect.gen(function* () {
      yield* limited({ per_second: 7 })
      const { applications } = yield* Worlds.read
      const secret = applications.find(({ id }) => id === PET_SHOP)?.client_secret ?? ""
      const perSecond = (client_id: string | undefined, ...client_secrets: ReadonlyArray<string>) =>
        Effect.map(OAuthGrants.allowanceOfClient({ client_id, client_secrets }), (found) => found?.per_second)
      assert.strictEqual(yield* perSecond(PET_SHOP, "wrong", secret), 7)
      for (const id of [WEATHER, NOBODY, "x", undefined]) assert.isUndefined(yield* perSecond(id, secret))
      assert.isUndefined(yield* perSecond(PET_SHOP, "wrong"))
      assert.isUndefined(yield* perSecond(PET_SHOP))
    })
  )
})
