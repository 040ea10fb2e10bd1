/** Concurrent transactions see only kept writes of each other. */
import { assert } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import type { Storage } from "../../Storage.ts"
import type { Case } from "../suite/Suite.ts"
import { rule } from "../suite/Suite.ts"
import { contents, inOne, putAll, read, transact, yields } from "./Transact.ts"

/** Repeats `look` until the fiber has ended, at least once. */
const whileRunning = <A, E, R>(fiber: Fiber.Fiber<unknown, unknown>, look: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const seen: Array<A> = []
    do {
      seen.push(yield* look)
      yield* Effect.yieldNow
    } while (fiber.pollUnsafe() === undefined)
    return seen
  })

export const isolation: ReadonlyArray<Case<Storage>> = [
  rule("writes of a transaction that fails later are never seen", function* () {
    yield* putAll({ key: "kept" })
    const writer = yield* Effect.forkChild(
      Effect.exit(
        inOne(function* (tx) {
          yield* tx.put("key", "dirty")
          yield* tx.put("other", "dirty")
          yield* yields(50)
          return yield* Effect.fail("late")
        })
      )
    )
    yield* yields(3)
    const seen = yield* whileRunning(
      writer,
      transact((tx) => tx.getMany(["key", "other"]))
    )
    for (const found of seen) assert.deepStrictEqual(found, ["kept", undefined])
  }),
  rule("writes of a transaction are seen all at once", function* () {
    yield* putAll({ left: "0", right: "0" })
    const writer = yield* Effect.forkChild(
      Effect.forEach(
        [1, 2, 3, 4, 5],
        (i) =>
          inOne(function* (tx) {
            yield* tx.put("left", String(i))
            yield* yields(7)
            yield* tx.put("right", String(i))
          }),
        { discard: true }
      )
    )
    const both = inOne(function* (tx) {
      const left = yield* tx.get("left")
      yield* yields(3)
      return [left, yield* tx.get("right")]
    })
    for (const [left, right] of yield* whileRunning(writer, both)) assert.strictEqual(left, right)
    yield* Fiber.join(writer)
    assert.deepStrictEqual(yield* contents, { left: "5", right: "5" })
  }),
  rule("a transaction reads the same value twice", function* () {
    yield* putAll({ key: "0" })
    const writer = yield* Effect.forkChild(
      Effect.forEach([1, 2, 3, 4, 5], (i) => Effect.andThen(putAll({ key: String(i) }), yields(5)), { discard: true })
    )
    const twice = inOne(function* (tx) {
      const first = [yield* tx.get("key"), yield* tx.list({ prefix: "k" })]
      yield* yields(10)
      return [first, [yield* tx.get("key"), yield* tx.list({ prefix: "k" })]]
    })
    for (const [first, second] of yield* whileRunning(writer, twice)) assert.deepStrictEqual(first, second)
    yield* Fiber.join(writer)
  }),
  rule("each transaction is kept or not as a whole, whichever are interrupted when", function* () {
    const write = (name: string) =>
      inOne(function* (tx) {
        yield* tx.put(`first/${name}`, name)
        yield* yields(2)
        yield* tx.put(`second/${name}`, name)
      })
    for (let after = 0; after < 24; after++) {
      const fibers = yield* Effect.forEach([0, 1, 2], (i) => Effect.forkChild(write(`${after}-${i}`)))
      yield* yields(after)
      const exits = yield* Effect.forEach(fibers, (fiber) => Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber)))
      for (const [i, exit] of exits.entries()) {
        const [first, second] = [yield* read(`first/${after}-${i}`), yield* read(`second/${after}-${i}`)]
        assert.strictEqual(first, second)
        if (Exit.isSuccess(exit)) assert.strictEqual(first, `${after}-${i}`, "an acknowledged write is kept")
      }
    }
  })
]
