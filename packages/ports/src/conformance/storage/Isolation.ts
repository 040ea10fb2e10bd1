/** Concurrent transactions see only kept writes of each other. */
import { assert } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import { Storage, Transaction } from "../../Storage.ts"
import { type Case, rule } from "../suite/Suite.ts"
import { contents, failure, inOne, putAll, read, transact, yields } from "./Transact.ts"

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
          yield* yields(50)
          return yield* Effect.fail("late")
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
            yield* yields(7)
            yield* store.put("right", String(i))
          }),
        { discard: true }
      )
    )
    const both = transact(function* () {
      const left = yield* store.get("left")
      yield* yields(3)
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
      yield* yields(10)
      return [first, [yield* store.get("key"), yield* store.list({ prefix: "k" })]]
    })
    for (const [first, second] of yield* whileRunning(writer, twice)) assert.deepStrictEqual(first, second)
    yield* Fiber.join(writer)
  }),
  rule("each transaction is kept or not as a whole, whichever are interrupted when", function* () {
    const write = (name: string) =>
      transact(function* () {
        yield* store.put(`first/${name}`, name)
        yield* yields(2)
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
const writes = Effect.gen(function* () {
  const tx = yield* Transaction
  yield* store.put("changed", "new")
  yield* store.put("made", "new")
  yield* store.delete("deleted")
})

const keepsNothing = Effect.fnUntraced(function* (
  end: Effect.Effect<unknown, unknown>,
  check: (cause: Cause.Cause<unknown>) => boolean
) {
  yield* putAll(BEFORE)
  const cause = failure(yield* Effect.exit(transact(() => Effect.andThen(writes, end))))
  assert.isTrue(check(cause), Cause.pretty(cause))
  assert.deepStrictEqual(yield* contents, BEFORE)
  yield* putAll({ next: "kept" })
  assert.deepStrictEqual(yield* contents, { ...BEFORE, next: "kept" })
})

export const rollback: ReadonlyArray<Case<Storage>> = [
  rule("a body that fails keeps nothing, and its error comes back", function* () {
    const error = { _tag: "Refused" }
    yield* keepsNothing(Effect.fail(error), (cause) => Cause.squash(cause) === error)
  }),
  rule("a body that dies keeps nothing, and its defect comes back", function* () {
    const defect = new Error("a bug")
    yield* keepsNothing(Effect.die(defect), (cause) => Cause.squash(cause) === defect)
  }),
  {
    name: "a body that interrupts itself keeps nothing",
    run: keepsNothing(Effect.interrupt, Cause.hasInterrupts)
  },
  rule("a transaction interrupted between its writes keeps nothing", function* () {
    yield* putAll(BEFORE)
    const reached = yield* Deferred.make<void>()
    const body = Effect.andThen(writes, Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
    const fiber = yield* Effect.forkChild(transact(() => body))
    yield* Deferred.await(reached)
    yield* Fiber.interrupt(fiber)
    assert.deepStrictEqual(yield* contents, BEFORE)
  }),
  rule("a transaction interrupted while another is under way leaves the store usable", function* () {
    const [reached, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const first = yield* Effect.forkChild(
      transact(function* () {
        yield* store.put("first", "kept")
        yield* Deferred.succeed(reached, undefined)
        yield* Deferred.await(go)
      })
    )
    yield* Deferred.await(reached)
    const second = yield* Effect.forkChild(
      transact(function* () {
        yield* store.put("second", "lost")
        yield* Effect.never
      })
    )
    yield* yields(20)
    yield* Fiber.interrupt(second)
    yield* Deferred.succeed(go, undefined)
    yield* Fiber.join(first)
    assert.deepStrictEqual(yield* contents, { first: "kept" })
  }),
  rule("a failure that the body itself handles does not undo the rest", function* () {
    yield* transact(function* () {
      yield* store.put("a", "1")
      yield* Effect.ignore(Effect.fail("handled"))
      yield* store.put("b", "2")
    })
    assert.deepStrictEqual(yield* contents, { a: "1", b: "2" })
  }),
  rule("a thousand writes in one transaction are kept together or not at all", function* () {
    const all = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${String(i).padStart(20, "0")}`, "v"]))
    const storage = yield* Storage
    const write = Effect.flatMap(Transaction, (tx) =>
      Effect.forEach(Object.entries(all), ([key, value]) => store.put(key, value), { discard: true })
    )
    yield* Effect.exit(storage.transaction(Effect.andThen(write, Effect.fail("late"))))
    assert.deepStrictEqual(yield* contents, {})
    yield* storage.transaction(write)
    assert.deepStrictEqual(yield* contents, all)
  })
]
