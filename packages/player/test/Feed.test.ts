import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Feed from "../src/stage/Feed.ts"

describe("a feed", () => {
  it.effect("gives what came since a mark, and what fits first from there on", () =>
    Effect.gen(function* () {
      const feed = Feed.make<number>()
      for (const one of [1, 2, 3]) feed.push(one)
      assert.deepStrictEqual([feed.mark(), feed.since(1)], [3, [2, 3]])
      assert.deepStrictEqual(yield* feed.next(0, (one) => one > 1), { one: 2, mark: 2 })
      assert.deepStrictEqual(yield* feed.next(2, () => true), { one: 3, mark: 3 })
    })
  )

  it.effect("wakes who waits for what comes later, and only those whom it fits", () =>
    Effect.gen(function* () {
      const feed = Feed.make<string>()
      feed.push("b")
      const waiting = (wanted: string) =>
        Effect.forkChild(
          feed.next(feed.mark(), (one) => one === wanted),
          { startImmediately: true }
        )
      const b = yield* waiting("b")
      const c = yield* waiting("c")
      feed.push("c")
      assert.deepStrictEqual(yield* Fiber.join(c), { one: "c", mark: 2 })
      assert.strictEqual(b.pollUnsafe(), undefined)
      feed.push("b")
      assert.deepStrictEqual(yield* Fiber.join(b), { one: "b", mark: 3 })
    })
  )

  it.effect("forgets what is old, and no mark breaks by it", () =>
    Effect.gen(function* () {
      const feed = Feed.make<number>()
      for (let one = 0; one < 25_000; one++) feed.push(one)
      assert.strictEqual(feed.mark(), 25_000)
      assert.isBelow(feed.since(0).length, 20_000)
      assert.deepStrictEqual(feed.since(24_998), [24_998, 24_999])
      assert.isAtLeast((yield* feed.next(0, () => true)).one, 5_000)
    })
  )
})
