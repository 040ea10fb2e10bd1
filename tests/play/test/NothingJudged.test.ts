/** Everything that a step expects either holds or fails; nothing is ignored. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, playing, saying } from "./PetShop.ts"

const NOBODY = "399999999999999999"

describe("an expectation that could never fail fails", () => {
  it.live("of no message, where the text of one is meant", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(() => saying("hi"))
      yield* play({ ...ALICE_HERE, say: "draft" })
      for (const no_message of ["draft", "/dra/", /dra/, { content: "draft" }]) {
        const failure = yield* failing({ wait: { no_message, within: "50ms" } })
        assert.match(failure.message, /was still seen within 50ms/)
      }
      for (const message of ["draft", "/dra/", /dra/]) {
        assert.strictEqual((yield* play({ wait: { message } })).message?.content, "draft")
      }
    })
  )

  it.live("of a trace within the whole outcome is about the trace that there is", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(() => saying("hi"))
      const traced = { $contains: { what: "acknowledged" } }
      yield* play({ ...ALICE_HERE, use: "/ban", expect: { outcome: { trace: traced } } })
      yield* failing({ use: "/ban", expect: { outcome: { trace: null } } })
    })
  )

  it.live("of who does not see a message, where there is no such user", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(() => saying("hi"))
      const failure = yield* failing({ ...ALICE_HERE, use: "/ban", expect: { unseen_by: [NOBODY] } })
      assert.strictEqual(failure._tag, "StepUnplayable")
    })
  )

  it.live("of a message that is gone, where the channel cannot be read", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(() => saying("hi"))
      const failure = yield* failing({ as: NOBODY, in: "Harbour/general", wait: { no_message: { content: "x" } } })
      assert.strictEqual(failure._tag, "StepUnplayable")
    })
  )

  it.live("of a user's last answer, where the last answer was another user's", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(() => saying("hi"))
      yield* play({ ...ALICE_HERE, use: "/ban" })
      const failure = yield* failing({ as: "carol", expect: { state: "responded" } })
      assert.match(failure.message, /carol has played no step/)
      yield* play({ as: "alice", expect: { state: "responded" } })
    })
  )

  it.live("of who sees a message, where more came behind it than are read at once", () =>
    Effect.gen(function* () {
      const { play, perform, failing } = yield* playing(() => saying("hi"))
      const { message } = yield* play({ ...ALICE_HERE, use: "/ban" })
      for (let count = 0; count < 101; count++) yield* perform({ as: "bob", in: "Harbour/general", say: "x" })
      assert.isDefined(message)
      const failure = yield* failing({ as: "alice", expect: { unseen_by: ["bob"] } })
      assert.match(failure.message, /sees the message/)
    })
  )
})
