import { Storage, Transaction } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as KeptReads from "../../src/store/KeptReads.ts"
import { STORES, transact } from "../fixture/Stores.ts"

const READ: KeptReads.KeptRead = { allowance: { application_id: "1", per_second: 50, buckets: [] }, text: "[]" }

const put = Effect.flatMap(Transaction, (tx) => tx.put("key", "value"))
const write = transact(put)
const look = transact(Effect.flatMap(Transaction, (tx) => tx.get("key")))
const refused = Effect.ignore(transact(Effect.andThen(put, Effect.fail("no"))))

for (const store of ["memory", "file"] as const) {
  const test = (name: string, body: (reads: KeptReads.KeptReads["Service"]) => Effect.Effect<void, unknown, Storage>) =>
    it.effect(name, () =>
      Effect.flatMap(KeptReads.KeptReads, body).pipe(
        Effect.provide(KeptReads.layer.pipe(Layer.provideMerge(STORES[store])), { local: true }),
        Effect.scoped
      )
    )

  describe(`what was read (${store})`, () => {
    test("is kept while the store is only read, or a write is refused", (reads) =>
      Effect.gen(function* () {
        reads.keep("a", reads.state(), READ)
        yield* look
        yield* refused
        assert.strictEqual(reads.find("a"), READ)
        assert.isUndefined(reads.find("b"))
      }))

    test("is forgotten with the next write", (reads) =>
      Effect.gen(function* () {
        reads.keep("a", reads.state(), READ)
        yield* write
        assert.isUndefined(reads.find("a"))
        reads.keep("b", reads.state(), READ)
        assert.isUndefined(reads.find("a"))
        assert.strictEqual(reads.find("b"), READ)
      }))

    test("is not kept when something was written meanwhile", (reads) =>
      Effect.gen(function* () {
        const state = reads.state()
        yield* write
        reads.keep("a", state, READ)
        assert.isUndefined(reads.find("a"))
      }))

    test("is forgotten when too much is kept", (reads) =>
      Effect.sync(() => {
        const large = { ...READ, text: "x".repeat(9 * 1024 * 1024) }
        for (const key of ["a", "b", "c"]) reads.keep(key, reads.state(), large)
        assert.deepStrictEqual(
          ["a", "b", "c"].map((key) => reads.find(key) !== undefined),
          [false, false, true]
        )
      }))
  })
}

it.effect("nothing is kept where others may write to the same store", () =>
  Effect.gen(function* () {
    const reads = yield* KeptReads.KeptReads
    assert.isUndefined(reads.state())
    reads.keep("a", reads.state(), READ)
    assert.isUndefined(reads.find("a"))
  }).pipe(
    Effect.provide(KeptReads.layer),
    Effect.provideService(Storage, { transaction: () => Effect.die("nothing is asked of it") })
  )
)
