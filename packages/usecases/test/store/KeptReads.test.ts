import { store as rows } from "@backlot/ports/Body"
import { Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import * as KeptReads from "../../src/store/KeptReads.ts"
import { STORES, transact } from "../fixture/Stores.ts"

const put = (key: string, value = "new") => transact(() => rows.put(key, value))
const get = (key: string) => transact(() => rows.get(key))

/** Keeps the values of rows, and counts how often it reads. */
const counting = (weight = 1) => {
  const reader = KeptReads.reader<string>("row", () => weight)
  let reads = 0
  const read = <E, R>(key: string, from: Effect.Effect<string | undefined, E, R>) =>
    reader(
      key,
      Effect.map(from, (value) => {
        reads++
        return value ?? "none"
      })
    )
  return { read, readRow: (key: string) => read(key, get(key)), reads: () => reads }
}

for (const store of ["memory", "file"] as const) {
  const test = (name: string, body: Effect.Effect<void, unknown, KeptReads.KeptReads | Storage>) =>
    it.effect(name, () =>
      body.pipe(Effect.provide(KeptReads.layer.pipe(Layer.provideMerge(STORES[store])), { local: true }), Effect.scoped)
    )

  describe(`what was read (${store})`, () => {
    test(
      "is kept while nothing of its kind is written",
      Effect.gen(function* () {
        const { readRow, reads } = counting()
        assert.strictEqual(yield* readRow("a/1"), "none")
        yield* get("a/1")
        yield* put("b/1")
        yield* Effect.ignore(
          transact(function* () {
            yield* rows.put("a/1", "no")
            return yield* Result.fail("no")
          })
        )
        assert.strictEqual(yield* readRow("a/1"), "none")
        assert.strictEqual(reads(), 1)
        yield* put("a/2")
        assert.strictEqual(yield* readRow("a/1"), "none")
        yield* put("a/1")
        assert.strictEqual(yield* readRow("a/1"), "new")
        assert.strictEqual(reads(), 3)
      })
    )

    test(
      "by several transactions is kept while nothing that one of them read is written",
      Effect.gen(function* () {
        const { read, reads } = counting()
        const both = Effect.zipWith(get("a/1"), get("b/1"), (a, b) => `${a} ${b}`)
        for (const key of ["a/1", "b/1"]) {
          yield* read("both", both)
          yield* put(key)
        }
        assert.strictEqual(yield* read("both", both), "new new")
        yield* read("both", both)
        assert.strictEqual(reads(), 3)
      })
    )

    test(
      "within another read is what that depends on, kept or not",
      Effect.gen(function* () {
        const { readRow } = counting()
        const outer = KeptReads.reader<string>("outer", () => 1)
        for (const value of ["one", "two", "three"]) {
          yield* put("a/1", value)
          assert.strictEqual(yield* outer("o", readRow("a/1")), value)
          assert.strictEqual(yield* outer("p", readRow("a/1")), value)
        }
      })
    )

    test(
      "is not kept when something was written meanwhile",
      Effect.gen(function* () {
        const { read, readRow, reads } = counting()
        yield* read(
          "a/1",
          Effect.tap(get("a/1"), () => put("a/1"))
        )
        assert.strictEqual(yield* readRow("a/1"), "new")
        assert.strictEqual(reads(), 2)
      })
    )

    test(
      "is not kept when it failed, or came from nowhere",
      Effect.gen(function* () {
        const { read, readRow, reads } = counting()
        yield* Effect.ignore(read("a/1", Effect.andThen(get("a/1"), Effect.fail("no"))))
        for (const _ of [1, 2]) yield* read("nowhere", Effect.succeed("a constant"))
        assert.strictEqual(reads(), 2)
        assert.strictEqual(yield* readRow("a/1"), "none")
      })
    )

    test(
      "is forgotten when too much is kept, the longest unused first",
      Effect.gen(function* () {
        const { readRow, reads } = counting(9 * 1024 * 1024)
        for (const key of ["a/1", "a/2", "a/3"]) yield* readRow(key)
        yield* readRow("a/3")
        yield* readRow("a/2")
        assert.strictEqual(reads(), 3)
        yield* readRow("a/1")
        assert.strictEqual(reads(), 4)
      })
    )
  })
}

it.effect("nothing is kept where others may write to the same store", () =>
  Effect.gen(function* () {
    const { transaction } = yield* Storage
    const { readRow, reads } = counting()
    const shared = Layer.provideMerge(KeptReads.layer, Layer.succeed(Storage, { transaction }))
    yield* Effect.provide(Effect.andThen(readRow("a/1"), readRow("a/1")), shared, { local: true })
    assert.strictEqual(reads(), 2)
  }).pipe(Effect.provide(STORES.memory), Effect.scoped)
)
