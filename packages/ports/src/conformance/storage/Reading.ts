/** Reads and writes of single keys. */
import { assert } from "@effect/vitest"
import { Cause, Effect } from "effect"
import { Storage, Transaction } from "../../Storage.ts"
import type { Case } from "../suite/Suite.ts"
import { rule } from "../suite/Suite.ts"
import { contents, failure, putAll, read, transact } from "./Transact.ts"

export const reading: ReadonlyArray<Case<Storage>> = [
  rule("a transaction reads its own writes", function* () {
    yield* putAll({ kept: "old", gone: "old" })
    const seen = yield* transact((tx) =>
      Effect.gen(function* () {
        yield* tx.put("kept", "new")
        yield* tx.put("made", "new")
        yield* tx.delete("gone")
        return [
          yield* tx.get("kept"),
          yield* tx.getMany(["made", "gone", "kept"]),
          yield* tx.list({ prefix: "" })
        ] as const
      })
    )
    assert.deepStrictEqual(seen, [
      "new",
      ["new", undefined, "new"],
      [
        ["kept", "new"],
        ["made", "new"]
      ]
    ])
  }),
  rule("a later transaction reads what an earlier one wrote", function* () {
    yield* putAll({ key: "first" })
    yield* putAll({ key: "second", other: "value" })
    assert.deepStrictEqual(yield* contents, { key: "second", other: "value" })
  }),
  rule("a transaction gives back the value of its body", function* () {
    assert.deepStrictEqual(yield* transact(() => Effect.succeed({ any: ["value"] })), { any: ["value"] })
  }),
  rule("getMany answers in the order asked, with undefined for absent keys", function* () {
    yield* putAll({ a: "1", b: "2", c: "3" })
    const found = yield* transact((tx) => tx.getMany(["c", "absent", "a", "c"]))
    assert.deepStrictEqual(found, ["3", undefined, "1", "3"])
    assert.deepStrictEqual(yield* transact((tx) => tx.getMany([])), [])
  }),
  rule("deleting an absent key is no error", function* () {
    yield* putAll({ a: "1" })
    yield* transact((tx) => Effect.andThen(tx.delete("absent"), tx.delete("absent")))
    assert.deepStrictEqual(yield* contents, { a: "1" })
  }),
  rule("a key can be deleted and put again in one transaction", function* () {
    yield* putAll({ a: "1" })
    yield* transact((tx) => Effect.andThen(tx.delete("a"), tx.put("a", "2")))
    assert.strictEqual(yield* read("a"), "2")
    yield* transact((tx) => Effect.andThen(tx.put("a", "3"), tx.delete("a")))
    assert.strictEqual(yield* read("a"), undefined)
  }),
  ...["", "tab\t", "nul\0", "delete\x7f", "café", "😀"].map((key) =>
    rule(`a key that is not printable ASCII is refused: ${JSON.stringify(key)}`, function* () {
      const cause = failure(yield* Effect.exit(putAll({ fine: "value", [key]: "value" })))
      assert.isTrue(Cause.hasDies(cause))
      assert.deepStrictEqual(yield* contents, {})
    })
  ),
  rule("a transaction inside a transaction of the same store is refused", function* () {
    const storage = yield* Storage
    const nested = transact((tx) => Effect.andThen(tx.put("outer", "1"), storage.transaction(Effect.void)))
    assert.isTrue(Cause.hasDies(failure(yield* Effect.exit(nested))))
    assert.deepStrictEqual(yield* contents, {})
  }),
  rule("a transaction refuses use after its end", function* () {
    const storage = yield* Storage
    const ended = yield* storage.transaction(Transaction)
    assert.isTrue(Cause.hasDies(failure(yield* Effect.exit(ended.put("late", "1")))))
    assert.isTrue(Cause.hasDies(failure(yield* Effect.exit(ended.get("late")))))
    assert.deepStrictEqual(yield* contents, {})
  })
]
