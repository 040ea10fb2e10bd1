import { oauth } from "@backlot/domain/base/Limits"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as Consents from "../../src/oauth/Consents.ts"
import * as Collections from "../../src/store/Collections.ts"
import { settle } from "../fixture/Harbour.ts"
import { describeOnEachStore, rows, transact } from "../fixture/Stores.ts"

const shown = { cookie: "a".repeat(30), query: "client_id=1&scope=identify" }

const reasonOf = (answered: Consents.Answered) =>
  Effect.match(Consents.redeem(answered), { onSuccess: () => "taken" as const, onFailure: toReason })

const toReason = (error: { readonly _tag: string; readonly reason?: string }) => error.reason ?? error._tag

describeOnEachStore("a page of consent", (test) => {
  test(
    "is answered once",
    Effect.gen(function* () {
      yield* settle()
      const nonce = yield* Consents.offer(shown)
      assert.strictEqual(yield* reasonOf({ ...shown, nonce }), "taken")
      assert.strictEqual(yield* reasonOf({ ...shown, nonce }), "unknown")
    })
  )

  test(
    "is answered once though two answers come at the same time",
    Effect.gen(function* () {
      yield* settle()
      const nonce = yield* Consents.offer(shown)
      const reasons = yield* Effect.all([reasonOf({ ...shown, nonce }), reasonOf({ ...shown, nonce })], {
        concurrency: 2
      })
      assert.deepStrictEqual([...reasons].sort(), ["taken", "unknown"])
    })
  )

  test(
    "takes no answer that is not its own, and then still its own",
    Effect.gen(function* () {
      yield* settle()
      const nonce = yield* Consents.offer(shown)
      assert.strictEqual(yield* reasonOf({ ...shown, nonce: undefined }), "missing")
      assert.strictEqual(yield* reasonOf({ ...shown, nonce: "" }), "missing")
      assert.strictEqual(yield* reasonOf({ ...shown, nonce: nonce.toLowerCase() }), "unknown")
      assert.strictEqual(yield* reasonOf({ ...shown, nonce, cookie: "b".repeat(30) }), "other sign-in")
      assert.strictEqual(yield* reasonOf({ ...shown, nonce, query: `${shown.query}+email` }), "other request")
      assert.strictEqual(yield* reasonOf({ ...shown, nonce }), "taken")
    })
  )

  test(
    "takes no answer after fifteen minutes of the service clock",
    Effect.gen(function* () {
      yield* settle()
      const early = yield* Consents.offer(shown)
      const late = yield* Consents.offer(shown)
      yield* Time.change({ advance_ms: oauth.consentMs - 1 })
      assert.strictEqual(yield* reasonOf({ ...shown, nonce: early }), "taken")
      yield* Time.change({ advance_ms: 1 })
      assert.strictEqual(yield* reasonOf({ ...shown, nonce: late }), "expired")
    })
  )

  test(
    "is stored by the hashes of nonce and cookie alone",
    Effect.gen(function* () {
      yield* settle()
      const nonce = yield* Consents.offer(shown)
      const stored = JSON.stringify(yield* rows)
      assert.notInclude(stored, nonce)
      assert.notInclude(stored, shown.cookie)
    })
  )
})

describeOnEachStore(
  "pages of consent",
  (test) => {
    test(
      "are kept by the newest ten thousand",
      Effect.gen(function* () {
        yield* settle()
        const first = yield* Consents.offer(shown)
        const second = yield* Consents.offer(shown)
        for (let i = 2; i <= oauth.kept; i++) yield* Consents.offer(shown)
        assert.lengthOf(yield* transact(() => Collections.consents.list([])), oauth.kept)
        // Any of the pages that were shown at the same time may be the oldest.
        const reasons = [yield* reasonOf({ ...shown, nonce: first }), yield* reasonOf({ ...shown, nonce: second })]
        assert.include(reasons, "taken")
      })
    )
  },
  { on: ["memory"] }
)
