import { budget } from "@backlot/domain/base/KeptLimits"
import type { MessageRecord } from "@backlot/domain/message/Message"
import { store } from "@backlot/ports/Body"
import { Storage } from "@backlot/ports/Storage"
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Budgets from "../../src/store/Budgets.ts"
import * as Retention from "../../src/store/Retention.ts"
import * as Layout from "../../src/world/Layout.ts"
import { GENERAL, HARBOUR, settle, slash } from "../fixture/Harbour.ts"
import { create, made } from "../fixture/Registering.ts"
import { countTransactions, describeOnEachStore, rows, transact } from "../fixture/Stores.ts"

/** As a store of the first layout: without the index by name. */
const forgetNames = transact(function* () {
  for (const [key] of yield* store.list({ prefix: "command.name/" })) yield* store.delete(key)
  yield* store.delete("meta/layout")
})

/** As a store of the sixth layout: its messages have no weights. */
const forgetWeights = transact(function* () {
  for (const [key] of yield* store.list({ prefix: "message.id/" })) yield* store.put(key, "")
  yield* store.put("meta/layout", "6")
})

const message = (number: number): MessageRecord => ({
  id: String(1_000 + number),
  channel_id: GENERAL,
  visible_to: null,
  // Only its size matters here.
  message: { content: "x".repeat(60_000) } as MessageRecord["message"]
})

const bytesOfMessages = Effect.map(rows, (all) =>
  all.reduce((sum, [key, text]) => sum + (key.startsWith("message/") ? 2 * text.length : 0), 0)
)

describeOnEachStore("a store of an earlier layout", (test) => {
  test(
    "stays within its budgets of bytes, also of messages that had no weight before",
    Effect.gen(function* () {
      yield* settle()
      const put = (number: number) => transact(() => Retention.putMessage(message(number)))
      for (let number = 0; number < 8; number++) yield* put(number)
      yield* forgetWeights
      const most = 2 ** 20
      const within = Budgets.layer({ ...budget, message: most }).pipe(
        Layer.provide(Layer.succeed(Storage, yield* Storage))
      )
      const before = yield* bytesOfMessages
      assert.isAtMost(before, most)
      yield* Effect.provide(Effect.andThen(Layout.upgrade, put(8)), within, { local: true })
      assert.isAtMost(yield* bytesOfMessages, most)
      assert.isBelow(yield* bytesOfMessages, before)
    })
  )

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
