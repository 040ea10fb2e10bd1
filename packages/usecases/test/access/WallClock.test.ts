/** The wall clock set back and forward under every rate-limit window. */
import { limitedRoute } from "@backlot/domain/limit/RateLimit"
import { withWallClock } from "@backlot/ports/conformance/WallClock"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Access from "../../src/access/Access.ts"
import { InvalidRequests } from "../../src/access/InvalidRequests.ts"
import { limiter } from "../../src/access/Limiter.ts"
import { BOT_TOKEN, PET_SHOP, settle } from "../fixture/Harbour.ts"
import { describeOnEachStore, type Services, WALL_MS } from "../fixture/Stores.ts"

const HOUR_MS = 3_600_000
const HERE = "192.0.2.1"
const route = limitedRoute("GET", "/applications/:application_id/commands")
const own = { method: "GET", path: "/applications/{id}/commands", limit: 3, window_seconds: 7_200 }

const take = Effect.gen(function* () {
  const { allowance } = yield* Access.authenticate(`Bot ${BOT_TOKEN}`)
  return yield* limiter(yield* Effect.context<Services>())(route, { allowance, params: {}, global: true })
})
const wait = Effect.map(Effect.flip(take), (error) =>
  error._tag === "RateLimited" ? error.refusal.retry_after_ms : error
)

describeOnEachStore("a wall clock that is set", (test) => {
  for (const [direction, jump] of [
    ["back", -HOUR_MS],
    ["forward", HOUR_MS]
  ] as const) {
    test(
      `${direction} neither stretches nor ends a window of two hours`,
      withWallClock((step) =>
        Effect.gen(function* () {
          yield* settle({ rate_limits: { [PET_SHOP]: { buckets: [own] } } })
          yield* Effect.replicateEffect(take, 3)
          yield* TestClock.adjust(HOUR_MS / 2)
          yield* step(jump)
          assert.strictEqual(yield* wait, 1.5 * HOUR_MS)
          yield* TestClock.adjust(1.5 * HOUR_MS)
          // The moment that the answer names is of the clock that reads now.
          assert.strictEqual((yield* take)?.reset_ms, WALL_MS + jump + 4 * HOUR_MS)
        })
      )
    )

    test(
      `${direction} neither stretches nor ends the block of an address`,
      withWallClock((step) =>
        Effect.gen(function* () {
          const { blockedFor, count } = yield* InvalidRequests
          yield* settle()
          yield* Effect.replicateEffect(count(HERE), 10_000, { discard: true })
          yield* TestClock.adjust(240_000)
          yield* step(jump)
          assert.strictEqual(yield* blockedFor(HERE), 360_000)
          yield* step(jump / 60)
          assert.strictEqual(yield* blockedFor(HERE), 360_000)
          yield* TestClock.adjust(360_000)
          assert.isUndefined(yield* blockedFor(HERE))
        })
      )
    )
  }
})
