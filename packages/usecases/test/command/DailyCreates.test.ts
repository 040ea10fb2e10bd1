import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { LimitsMode } from "@backlot/domain/limit/RateLimit"
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { charge } from "../../src/command/DailyCreates.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import { HARBOUR, PET_SHOP, QUAY, settle, WEATHER } from "../fixture/Harbour.ts"
import { describeOnEachStore, rows, transact, WALL_MS } from "../fixture/Stores.ts"

const spend = Effect.fnUntraced(function* (
  created: number,
  {
    application = PET_SHOP,
    scope = HARBOUR,
    now = WALL_MS,
    mode = "enforce"
  }: { application?: Snowflake; scope?: Snowflake | "global"; now?: number; mode?: LimitsMode } = {}
) {
  const { applications } = yield* Worlds.read
  const found = applications.find(({ id }) => id === application)
  if (found === undefined) return yield* Effect.die(new Error(`no application ${application}`))
  const charged = yield* Effect.result(transact(() => charge({ application: found, scope }, created, now, mode)))
  return Result.isSuccess(charged) ? "charged" : charged.failure
})

const spent = (retry_after_ms: number) => ({ _tag: "DailyCreatesSpent", retry_after_ms })
const isSpent = (charged: object | string, retry_after_ms = 432_000) =>
  assert.deepInclude(charged, spent(retry_after_ms))

const kept = Effect.map(rows, (all) => all.filter(([key]) => key.startsWith("daily_creates/")).length)

describeOnEachStore("daily creates", (test) => {
  test(
    "200 per day, refilling continuously",
    Effect.gen(function* () {
      yield* settle()
      assert.strictEqual(yield* spend(200), "charged")
      isSpent(yield* spend(1))
      isSpent(yield* spend(1, { now: WALL_MS + 431_999 }), 1)
      assert.strictEqual(yield* spend(1, { now: WALL_MS + 432_000 }), "charged")
    })
  )

  test(
    "per application and guild; global commands count as one scope",
    Effect.gen(function* () {
      yield* settle()
      yield* spend(200)
      for (const other of [{ scope: QUAY }, { scope: "global" }, { application: WEATHER }] as const) {
        assert.strictEqual(yield* spend(200, other), "charged")
        isSpent(yield* spend(1, other))
      }
      assert.strictEqual(yield* kept, 4)
    })
  )

  test(
    "a charge that does not fit is refused whole",
    Effect.gen(function* () {
      yield* settle()
      yield* spend(199)
      isSpent(yield* spend(2))
      assert.strictEqual(yield* spend(1), "charged")
    })
  )

  test(
    "a charge of nothing touches nothing",
    Effect.gen(function* () {
      yield* settle()
      assert.strictEqual(yield* spend(0), "charged")
      assert.strictEqual(yield* kept, 0)
      yield* spend(200)
      assert.strictEqual(yield* spend(0), "charged")
    })
  )

  test(
    "observe and off lift them; observe still counts",
    Effect.gen(function* () {
      yield* settle()
      for (const _ of [1, 2]) assert.strictEqual(yield* spend(131, { mode: "off" }), "charged")
      assert.strictEqual(yield* kept, 0)
      for (const _ of [1, 2]) assert.strictEqual(yield* spend(131, { mode: "observe" }), "charged")
      isSpent(yield* spend(1))
    })
  )

  test(
    "a reset gives them back",
    Effect.gen(function* () {
      yield* settle()
      yield* spend(200)
      yield* Worlds.reset("real")
      assert.strictEqual(yield* spend(200), "charged")
    })
  )
})
