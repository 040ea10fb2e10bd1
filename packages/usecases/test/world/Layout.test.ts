import { Transaction } from "@backlot/ports/Storage"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Layout from "../../src/world/Layout.ts"
import { HARBOUR, settle, slash } from "../fixture/Harbour.ts"
import { create, made } from "../fixture/Registering.ts"
import { countTransactions, describeOnEachStore, rows, transact } from "../fixture/Stores.ts"

/** As a store of the first layout: without the index by name. */
const forgetNames = transact(
  Effect.gen(function* () {
    const tx = yield* Transaction
    for (const [key] of yield* tx.list({ prefix: "command.name/" })) yield* tx.delete(key)
    yield* tx.delete("meta/layout")
  })
)

describeOnEachStore("a store of an earlier layout", (test) => {
  test(
    "gets its missing index at the start, so that an upsert finds what was stored before",
    Effect.gen(function* () {
      yield* settle()
      const before = [yield* made(slash("blep")), yield* made(slash("blep"), HARBOUR)]
      const expected = yield* rows
      yield* forgetNames
      yield* Layout.upgrade
      const withoutLayout = (yield* rows).filter(([key]) => key !== "meta/layout")
      assert.deepStrictEqual(withoutLayout, expected)
      const { status, command } = yield* create(slash("blep", { nsfw: true }))
      assert.deepStrictEqual([status, command.id], ["updated", before[0]?.id])
    })
  )

  test(
    "is brought up once",
    Effect.gen(function* () {
      yield* settle()
      for (let i = 0; i < 5; i++) yield* create(slash(`c${i}`))
      yield* Layout.upgrade
      const before = yield* rows
      assert.deepStrictEqual(yield* countTransactions(Layout.upgrade), { transactions: 1 })
      assert.deepStrictEqual(yield* rows, before)
    })
  )
})
