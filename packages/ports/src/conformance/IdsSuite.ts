/** The conformance suite of the source of snowflakes. Source: architecture.md "Time, chance, limits"; decision 38. */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Ids } from "../Ids.ts"
import { type Case, rule, suite } from "./suite/Suite.ts"

const assertIncreasing = (ids: ReadonlyArray<Snowflake>) =>
  ids.reduce((previous, id) => {
    assert.isTrue(isSnowflake(id), id)
    assert.isTrue(BigInt(id) > previous, `${id} after ${previous}`)
    return BigInt(id)
  }, -1n)

const order: ReadonlyArray<Case<Ids>> = [
  rule("each id is a snowflake larger than the one before", function* () {
    const ids = yield* Ids
    assertIncreasing(yield* Effect.forEach(Array.from({ length: 2_000 }), () => ids.next))
  }),
  rule("many gives consecutive ids that fit between the others", function* () {
    const ids = yield* Ids
    const before = yield* ids.next
    const many = yield* ids.many(1_000)
    assertIncreasing([before, ...many, yield* ids.next])
    assert.strictEqual(BigInt(many.at(-1) ?? 0) - BigInt(many[0] ?? 0), 999n)
    assert.deepStrictEqual(yield* ids.many(0), [])
  }),
  rule("ids go on behind one that came from elsewhere", function* () {
    const ids = yield* Ids
    const before = yield* ids.next
    const foreign = String(BigInt(before) + (1n << 40n))
    yield* ids.goBehind(foreign)
    yield* ids.goBehind(before)
    assertIncreasing([foreign, yield* ids.next, ...(yield* ids.many(3))])
  }),
  rule("fibers that draw at once never draw the same id", function* () {
    const ids = yield* Ids
    const draws = yield* Effect.forEach(
      Array.from({ length: 100 }),
      () => Effect.all([ids.next, ids.many(3), Effect.as(Effect.yieldNow, []), ids.next]),
      { concurrency: "unbounded" }
    )
    const all = draws.flat(2)
    assert.strictEqual(new Set(all).size, 500)
    for (const own of draws) assertIncreasing(own.flat())
  })
]

export const idsSuite = suite({ order })
