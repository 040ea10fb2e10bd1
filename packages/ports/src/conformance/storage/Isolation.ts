/** Concurrent transactions see only kept writes of each other. */
import { assert } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Result } from "effect"
import * as Body from "../../Body.ts"
import { store } from "../../Body.ts"
import type { Storage } from "../../Storage.ts"
import { type Case, rule } from "../suite/Suite.ts"
import { contents, failure, pause, putAll, read, transact, yields } from "./Transact.ts"

/** Repeats `look` until the fiber has ended, at least once. */
const whileRunning = Effect.fnUntraced(function* <A, E, R>(
  fiber: Fiber.Fiber<unknown, unknown>,
  look: Effect.Effect<A, E, R>
) {
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
        transact(function* () {
          yield* store.put("key", "dirty")
          yield* store.put("other", "dirty")
          yield* pause(50)
          return yield* Result.fail("late")
        })
      )
    )
    yield* yields(3)
    const seen = yield* whileRunning(
      writer,
      transact(() => store.getMany(["key", "other"]))
    )
    for (const found of seen) assert.deepStrictEqual(found, ["kept", undefined])
  }),
  rule("writes of a transaction are seen all at once", function* () {
    yield* putAll({ left: "0", right: "0" })
    const writer = yield* Effect.forkChild(
      Effect.forEach(
        [1, 2, 3, 4, 5],
        (i) =>
          transact(function* () {
            yield* store.put("left", String(i))
            yield* pause(7)
            yield* store.put("right", String(i))
          }),
        { discard: true }
      )
    )
    const both = transact(function* () {
      const left = yield* store.get("left")
      yield* pause(3)
      return [left, yield* store.get("right")]
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
    const twice = transact(function* () {
      const first = [yield* store.get("key"), yield* store.list({ prefix: "k" })]
      yield* pause(10)
      return [first, [yield* store.get("key"), yield* store.list({ prefix: "k" })]]
    })
    for (const [first, second] of yield* whileRunning(writer, twice)) assert.deepStrictEqual(first, second)
    yield* Fiber.join(writer)
  }),
  rule("each transaction is kept or not as a whole, whichever are interrupted when", function* () {
    const write = (name: string) =>
      transact(function* () {
        yield* store.put(`first/${name}`, name)
        yield* pause(2)
        yield* store.put(`second/${name}`, name)
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

// All writes of a transaction are kept, or none.

const BEFORE = { changed: "old", deleted: "old" }

/** One write of each kind. */
const writes = function* () {
  yield* store.put("changed", "new")
  yield* store.put("made", "new")
  yield* store.delete("deleted")
}

const keepsNothing = Effect.fnUntraced(function* <Y extends Body.Step>(
  end: () => Iterable<Y, unknown, unknown>,
  check: (cause: Cause.Cause<Body.Failure<Y>>) => boolean
) {
  yield* putAll(BEFORE)
  const ended = transact(function* () {
    yield* writes()
    yield* end()
  })
  const cause = failure(yield* Effect.exit(ended as Effect.Effect<void, Body.Failure<Y>, Storage>))
  assert.isTrue(check(cause), Cause.pretty(cause))
  assert.deepStrictEqual(yield* contents, BEFORE)
  yield* putAll({ next: "kept" })
  assert.deepStrictEqual(yield* contents, { ...BEFORE, next: "kept" })
})

/** No part of a body: the compiler refuses it. */
const foreign = Effect.yieldNow as unknown as Body.Body<void>

export const rollback: ReadonlyArray<Case<Storage>> = [
  rule("a body that fails keeps nothing, and its error comes back", function* () {
    const error = { _tag: "Refused" }
    yield* keepsNothing(
      () => Result.fail(error),
      (cause) => Cause.squash(cause) === error
    )
  }),
  rule("a body that throws keeps nothing, and its defect comes back", function* () {
    const defect = new Error("a bug")
    yield* keepsNothing(
      function* () {
        throw defect
      },
      (cause) => Cause.squash(cause) === defect
    )
  }),
  rule("a body that waits for anything but the store dies and keeps nothing", function* () {
    yield* keepsNothing(() => foreign, Cause.hasDies)
  }),
  rule("a transaction that is interrupted keeps all or nothing, and leaves the store usable", function* () {
    for (let after = 0; after < 12; after++) {
      yield* putAll(BEFORE)
      const fiber = yield* Effect.forkChild(
        transact(function* () {
          yield* writes()
          yield* pause(5)
        })
      )
      yield* yields(after)
      yield* Fiber.interrupt(fiber)
      const { changed, deleted, made } = yield* contents
      assert.deepInclude(
        [
          { changed: "old", deleted: "old", made: undefined },
          { changed: "new", deleted: undefined, made: "new" }
        ],
        { changed, deleted, made }
      )
      yield* transact(() => store.delete("made"))
    }
  }),
  rule("a failure that the body itself handles does not undo the rest", function* () {
    yield* transact(function* () {
      yield* store.put("a", "1")
      const handled = yield* Body.result(Result.fail("handled"))
      assert.isTrue(Result.isFailure(handled))
      yield* store.put("b", "2")
    })
    assert.deepStrictEqual(yield* contents, { a: "1", b: "2" })
  }),
  rule("a thousand writes in one transaction are kept together or not at all", function* () {
    const all = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${String(i).padStart(20, "0")}`, "v"]))
    const write = function* () {
      yield* Body.forEach(Object.entries(all), ([key, value]) => store.put(key, value))
    }
    const late = function* () {
      yield* write()
      return yield* Result.fail("late")
    }
    yield* Effect.exit(transact(late))
    assert.deepStrictEqual(yield* contents, {})
    yield* transact(write)
    assert.deepStrictEqual(yield* contents, all)
  })
]
