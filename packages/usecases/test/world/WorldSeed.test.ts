import { store } from "@backlot/ports/Body"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as WorldSeed from "../../src/world/WorldSeed.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import { decode, harbourFile } from "../fixture/Harbour.ts"
import { describeOnEachStore, rows, transact } from "../fixture/Stores.ts"

const seedRows = Effect.map(rows, (all) => all.filter(([key]) => key.startsWith("meta/world")))

const cats = (count: number) =>
  decode(
    harbourFile({
      messages: [{ id: "700000000000000001", channel_id: "200000000000000021", content: "🐈".repeat(count) }]
    })
  )

describeOnEachStore("the world of a reset", (test) => {
  test(
    "stands in rows of a bounded length, whole whatever characters stand where a row ends",
    Effect.gen(function* () {
      for (const count of [2_000, 2_001]) {
        const world = yield* cats(count)
        yield* Worlds.replace(world)
        for (const [, row] of yield* seedRows) assert.isAtMost(row.length, 1_201)
        assert.deepStrictEqual(yield* transact(() => WorldSeed.read), world)
      }
    })
  )

  test(
    "leaves no row behind when a smaller one takes its place",
    Effect.gen(function* () {
      yield* Worlds.replace(yield* cats(5_000))
      const before = (yield* seedRows).length
      const small = yield* decode(harbourFile())
      yield* Worlds.replace(small)
      assert.isBelow((yield* seedRows).length, before)
      assert.deepStrictEqual(yield* transact(() => WorldSeed.read), small)
    })
  )

  test(
    "is parted where an earlier layout had it in one row",
    Effect.gen(function* () {
      const world = yield* cats(3_000)
      yield* transact(() => store.put("meta/world", JSON.stringify(world)))
      yield* transact(() => WorldSeed.part)
      assert.isAbove((yield* seedRows).length, 1)
      assert.deepStrictEqual(yield* transact(() => WorldSeed.read), world)
    })
  )
})
