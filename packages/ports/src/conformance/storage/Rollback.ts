/** All writes of a transaction are kept, or none. */
import { assert } from "@effect/vitest"
import { Cause, Deferred, Effect, Fiber } from "effect"
import { Storage, Transaction } from "../../Storage.ts"
import type { Case } from "../suite/Suite.ts"
import { rule } from "../suite/Suite.ts"
import { contents, failure, inOne, putAll, transact, yields } from "./Transact.ts"

const BEFORE = { changed: "old", deleted: "old" }

/** One write of each kind. */
const writes = Effect.gen(function* () {
  const tx = yield* Transaction
  yield* tx.put("changed", "new")
  yield* tx.put("made", "new")
  yield* tx.delete("deleted")
})

const keepsNothing = (end: Effect.Effect<unknown, unknown>, check: (cause: Cause.Cause<unknown>) => boolean) =>
  Effect.gen(function* () {
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
      inOne(function* (tx) {
        yield* tx.put("first", "kept")
        yield* Deferred.succeed(reached, undefined)
        yield* Deferred.await(go)
      })
    )
    yield* Deferred.await(reached)
    const second = yield* Effect.forkChild(
      inOne(function* (tx) {
        yield* tx.put("second", "lost")
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
    yield* transact((tx) =>
      Effect.gen(function* () {
        yield* tx.put("a", "1")
        yield* Effect.ignore(Effect.fail("handled"))
        yield* tx.put("b", "2")
      })
    )
    assert.deepStrictEqual(yield* contents, { a: "1", b: "2" })
  }),
  rule("a thousand writes in one transaction are kept together or not at all", function* () {
    const all = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${String(i).padStart(20, "0")}`, "v"]))
    const storage = yield* Storage
    const write = Effect.flatMap(Transaction, (tx) =>
      Effect.forEach(Object.entries(all), ([key, value]) => tx.put(key, value), { discard: true })
    )
    yield* Effect.exit(storage.transaction(Effect.andThen(write, Effect.fail("late"))))
    assert.deepStrictEqual(yield* contents, {})
    yield* storage.transaction(write)
    assert.deepStrictEqual(yield* contents, all)
  })
]
