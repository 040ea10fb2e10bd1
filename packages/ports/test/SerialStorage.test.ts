import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import { type Body, flatMap, type Step, store } from "../src/Body.ts"
import { ANY_KIND } from "../src/Bounds.ts"
import { type Engine, make } from "../src/SerialStorage.ts"
import { ReadLog, type ReadNote, StorageError } from "../src/Storage.ts"

/** An engine that records its calls and throws at the named one. */
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
    rollback: () => call("rollback", true)
  }
  const toError = (cause: unknown) => new StorageError({ message: String(cause), cause })
  return { calls, storage: make(engine, toError) }
}

const everything = function* () {
  yield* store.get("key")
  yield* store.list({ prefix: "" })
  yield* store.put("key", "value")
  yield* store.delete("key")
}

describe("serial storage", () => {
  it.effect("the revision grows with every transaction whose writes are kept, and with no other", () =>
    Effect.gen(function* () {
      const { storage } = failingAt("never")
      const before = storage.revision?.([ANY_KIND]) ?? Number.NaN
      const transact = (body: () => Body<unknown, string>) => Effect.exit(storage.transaction(body))
      yield* transact(() => store.get("key"))
      assert.strictEqual(storage.revision?.([ANY_KIND]), before)
      yield* transact(() => store.put("key", "value"))
      assert.strictEqual(storage.revision?.([ANY_KIND]), before + 1)
      yield* transact(() => store.delete("key"))
      assert.strictEqual(storage.revision?.([ANY_KIND]), before + 2)
    })
  )

  it.effect("the revision of a kind of keys grows with writes of that kind alone, and notes tell what was read", () =>
    Effect.gen(function* () {
      const { storage } = failingAt("never")
      const notes: Array<ReadNote> = []
      const transact = (body: () => Body<unknown, string>) =>
        storage.transaction(body).pipe(Effect.provideService(ReadLog, notes), Effect.exit)
      const read = function* () {
        yield* store.get("a/1")
        yield* store.getMany(["a/2", "b.name/1"])
        yield* store.list({ prefix: "c/2" })
        yield* store.list({ start: "d/", end: "d/2" })
      }
      yield* transact(read)
      yield* transact(function* () {
        yield* read()
        return yield* Result.fail("no")
      })
      const kinds = ["a", "b.name", "c", "d"]
      assert.deepStrictEqual(
        notes,
        [0, 1].map(() => ({ kinds, revision: storage.revision?.(kinds) ?? Number.NaN }))
      )
      for (const [key, grows] of [
        ["a/9", true],
        ["b/1", false],
        ["b.name/2", true],
        ["e/1", false],
        ["plain", false]
      ] as const) {
        const before = storage.revision?.(kinds) ?? Number.NaN
        yield* transact(() => store.put(key, "value"))
        assert.strictEqual((storage.revision?.(kinds) ?? Number.NaN) > before, grows, key)
      }
    })
  )

  it.effect("a read of keys of any kind depends on every write", () =>
    Effect.gen(function* () {
      const { storage } = failingAt("never")
      for (const span of [{ prefix: "" }, { prefix: "a" }, { start: "a/", end: "b/" }, { start: "a", end: "a/1" }]) {
        const notes: Array<ReadNote> = []
        yield* Effect.provideService(
          storage.transaction(() => store.list(span)),
          ReadLog,
          notes
        )
        assert.deepStrictEqual(
          notes.map(({ kinds }) => kinds),
          [[ANY_KIND]]
        )
        yield* storage.transaction(() => store.put("plain", "value"))
        assert.isAbove(storage.revision?.([ANY_KIND]) ?? 0, notes[0]?.revision ?? Number.NaN)
      }
    })
  )

  it.effect("the revision stays when the commit fails", () =>
    Effect.gen(function* () {
      const { storage } = failingAt("commit")
      const before = storage.revision?.([ANY_KIND])
      assert.isDefined(before)
      yield* Effect.exit(storage.transaction(everything))
      assert.strictEqual(storage.revision?.([ANY_KIND]), before)
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
      const body = function* () {
        for (const ask of [store.put("key", "value"), store.get("key")]) {
          try {
            yield* ask
            assert.fail("the engine was reached again")
          } catch (cause) {
            assert.instanceOf(cause, StorageError)
          }
        }
      }
      assert.strictEqual((yield* Effect.flip(storage.transaction(body)))._tag, "StorageError")
      assert.deepStrictEqual(calls, ["put", "rollback"])
    })
  )

  it.effect("a store that failed once takes the next transaction", () =>
    Effect.gen(function* () {
      const { calls, storage } = failingAt("put")
      yield* Effect.exit(storage.transaction(everything))
      yield* storage.transaction(() => store.delete("key"))
      assert.deepStrictEqual(calls.slice(-2), ["delete", "commit"])
    })
  )
})

/** An engine with groups; the test turns its event loop by hand. */
const grouping = (failing: { flush?: boolean; put?: boolean; loses?: boolean } = {}) => {
  const turns: Array<() => void> = []
  const kept: Array<string> = []
  /** How many writes each flush kept. */
  const flushes: Array<number> = []
  let committed: Array<string> = []
  let draft: Array<string> = []
  const engine: Engine = {
    get: (key) => [...kept, ...committed, ...draft].find((found) => found === key),
    list: () => [],
    put: (key) => {
      if (failing.put) throw new Error("disk I/O error")
      draft.push(key)
    },
    delete: () => {},
    commit: () => {
      committed.push(...draft)
      draft = []
    },
    rollback: () => {
      draft = []
      if (failing.loses) committed = []
      return failing.loses !== true
    },
    group: {
      flush: () => {
        const flushed = committed
        committed = []
        if (failing.flush) throw new Error("disk I/O error")
        kept.push(...flushed)
        flushes.push(flushed.length)
      },
      afterOthers: (turn) => turns.push(turn)
    }
  }
  const storage = make(engine, (cause) => new StorageError({ message: String(cause), cause }))
  const start = <Y extends Step, A>(body: Iterable<Y, A, unknown>) =>
    Effect.forkChild(
      storage.transaction(() => body),
      { startImmediately: true }
    )
  const turn = Effect.sync(() => {
    for (const next of turns.splice(0)) next()
  })
  return { storage, kept, flushes, failing, start, turn }
}

const put = (key: string) => store.put(key, "")
const get = (key: string) => store.get(key)

describe("serial storage that keeps groups", () => {
  it.effect("keeps all writes of a turn together, by one flush, before any is acknowledged", () =>
    Effect.gen(function* () {
      const { kept, flushes, start, turn } = grouping()
      const writes = [yield* start(put("a")), yield* start(put("b")), yield* start(put("c"))]
      assert.deepStrictEqual([kept, writes.map((fiber) => fiber.pollUnsafe())], [[], writes.map(() => undefined)])
      yield* turn
      yield* Fiber.joinAll(writes)
      assert.deepStrictEqual([kept, flushes], [["a", "b", "c"], [3]])
      const next = yield* start(put("d"))
      assert.isUndefined(next.pollUnsafe())
      yield* turn
      yield* Fiber.join(next)
      assert.deepStrictEqual(flushes, [3, 1])
    })
  )

  it.effect("acknowledges no read of what is not kept, and any other at once", () =>
    Effect.gen(function* () {
      const { start, turn } = grouping()
      assert.isDefined((yield* start(get("a"))).pollUnsafe())
      yield* start(put("b"))
      const found = yield* start(get("b"))
      const refused = yield* start(flatMap(get("b"), () => Result.fail("there is one")))
      assert.deepStrictEqual([found.pollUnsafe(), refused.pollUnsafe()], [undefined, undefined])
      yield* turn
      assert.strictEqual(yield* Fiber.join(found), "b")
      assert.strictEqual(yield* Effect.flip(Fiber.join(refused)), "there is one")
      assert.isDefined((yield* start(get("b"))).pollUnsafe())
    })
  )

  it.effect("fails all of a group that could not be kept, and its revision grows", () =>
    Effect.gen(function* () {
      const { kept, failing, start, storage, turn } = grouping()
      yield* start(put("a"))
      yield* turn
      const others = [yield* start(put("b")), yield* start(get("b"))]
      const before = storage.revision([ANY_KIND])
      failing.flush = true
      yield* turn
      for (const fiber of others) {
        assert.strictEqual((yield* Effect.flip(Fiber.join<unknown, StorageError>(fiber)))._tag, "StorageError")
      }
      assert.deepStrictEqual(kept, ["a"])
      assert.isAbove(storage.revision([ANY_KIND]), before)
      failing.flush = false
      const next = yield* start(put("c"))
      yield* turn
      yield* Fiber.join(next)
      assert.deepStrictEqual(kept, ["a", "c"])
    })
  )

  it.effect("fails a group that was lost with one of its transactions", () =>
    Effect.gen(function* () {
      const { kept, failing, start, turn } = grouping()
      yield* start(put("a"))
      yield* turn
      const other = yield* start(put("b"))
      Object.assign(failing, { put: true, loses: true })
      const failed = yield* start(put("c"))
      assert.strictEqual((yield* Effect.flip(Fiber.join(failed))).message, "Error: disk I/O error")
      assert.strictEqual((yield* Effect.flip(Fiber.join(other))).message, "Error: disk I/O error")
      yield* turn
      assert.deepStrictEqual(kept, ["a"])
    })
  )
})
