import { type Engine, make } from "@backlot/ports/SerialStorage"
import { StorageError, Transaction } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Semaphore } from "effect"

/** An engine that tells its calls and throws at the one named. */
const failingAt = (failing: keyof Engine | "never") => {
  const calls: Array<string> = []
  const call = <A>(name: keyof Engine, answer: A) => {
    calls.push(name)
    if (name === failing) throw new Error("disk I/O error")
    return answer
  }
  const engine: Engine = {
    get: () => call("get", undefined),
    list: () => call("list", []),
    put: () => call("put", undefined),
    delete: () => call("delete", undefined),
    commit: () => call("commit", undefined),
    rollback: () => call("rollback", undefined)
  }
  const toError = (cause: unknown) => new StorageError({ message: String(cause), cause })
  return { calls, storage: make(engine, Semaphore.makeUnsafe(1), toError) }
}

const everything = Effect.gen(function* () {
  const transaction = yield* Transaction
  yield* transaction.get("key")
  yield* transaction.list({ prefix: "" })
  yield* transaction.put("key", "value")
  yield* transaction.delete("key")
})

describe("serial storage", () => {
  it.effect("the revision grows with every transaction whose writes are kept, and with no other", () =>
    Effect.gen(function* () {
      const { storage } = failingAt("never")
      const before = storage.revision?.() ?? Number.NaN
      const transact = (body: (tx: Transaction["Service"]) => Effect.Effect<unknown, string>) =>
        Effect.exit(storage.transaction(Effect.flatMap(Transaction, body)))
      yield* transact((tx) => tx.get("key"))
      assert.strictEqual(storage.revision?.(), before)
      yield* transact((tx) => tx.put("key", "value"))
      assert.strictEqual(storage.revision?.(), before + 1)
      yield* transact((tx) => tx.delete("key"))
      assert.strictEqual(storage.revision?.(), before + 2)
    })
  )

  it.effect("the revision stays when the commit fails", () =>
    Effect.gen(function* () {
      const { storage } = failingAt("commit")
      const before = storage.revision?.()
      assert.isDefined(before)
      yield* Effect.exit(storage.transaction(everything))
      assert.strictEqual(storage.revision?.(), before)
    })
  )

  for (const failing of ["get", "list", "put", "delete", "commit"] as const) {
    it.effect(`a ${failing} that throws ends the transaction with StorageError and a rollback`, () =>
      Effect.gen(function* () {
        const { calls, storage } = failingAt(failing)
        const error = yield* Effect.flip(storage.transaction(everything))
        assert.strictEqual(error._tag, "StorageError")
        assert.strictEqual(error.message, "Error: disk I/O error")
        assert.deepStrictEqual(calls.slice(-2), [failing, "rollback"])
      })
    )
  }

  it.effect("a body that swallows the failure of the engine still fails, and reaches the engine no more", () =>
    Effect.gen(function* () {
      const { calls, storage } = failingAt("put")
      const body = Effect.gen(function* () {
        const transaction = yield* Transaction
        yield* Effect.exit(transaction.put("key", "value"))
        const later = yield* Effect.exit(transaction.get("key"))
        assert.isTrue(Exit.isFailure(later))
      })
      assert.strictEqual((yield* Effect.flip(storage.transaction(body)))._tag, "StorageError")
      assert.deepStrictEqual(calls, ["put", "rollback"])
    })
  )

  it.effect("a store that failed once takes the next transaction", () =>
    Effect.gen(function* () {
      const { calls, storage } = failingAt("put")
      yield* Effect.exit(storage.transaction(everything))
      yield* storage.transaction(Effect.flatMap(Transaction, (transaction) => transaction.delete("key")))
      assert.deepStrictEqual(calls.slice(-2), ["delete", "commit"])
    })
  )
})
