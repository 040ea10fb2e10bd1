import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { ALICE_HERE, playing } from "./PetShop.ts"

const HINT = "; a step that only expects does not wait: put `wait: { state: responded }` before it"

describe("a step that only expects", () => {
  it.live("says how to wait where the app is still to answer", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(() => ({ type: 5 }))
      yield* play({ ...ALICE_HERE, use: "/ban" }, { advance: "3s" })
      const state = yield* failing({ expect: { state: "responded" } })
      assert.strictEqual(state.message, `state: "deferred" is not "responded"${HINT}`)
      const content = yield* failing({ expect: { message: { content: "done" }, within: "3s" } })
      assert.strictEqual(content.message, `message.content: "" is not "done"${HINT}`)
    })
  )

  it.live("says nothing of it where it expects that, or where the answer is there", () =>
    Effect.gen(function* () {
      const { play, perform, failing } = yield* playing(() => ({ type: 5 }))
      yield* play({ ...ALICE_HERE, use: "/ban" })
      const expected = yield* failing({ expect: { state: "deferred", message: { content: "done" } } })
      assert.notInclude(expected.message, "does not wait")
      yield* perform({ app: { patch: "/webhooks/{application}/{token}/messages/@original", body: { content: "all" } } })
      const answered = yield* failing({ as: "alice", expect: { message: { content: "done" } } })
      assert.strictEqual(answered.message, 'message.content: "all" is not "done"')
    })
  )
})

describe("a step that is interrupted", () => {
  it.live("is among those that were played, and in the transcript", () =>
    Effect.gen(function* () {
      const { play, perform, player } = yield* playing(() => ({ type: 5 }))
      yield* play({ ...ALICE_HERE, say: "hello" })
      const waiting = yield* Effect.forkChild(perform({ wait: { message: "never", within: "1m" } }), {
        startImmediately: true
      })
      yield* Fiber.interrupt(waiting)
      const [, step] = player.played()
      assert.strictEqual(step?.failure?._tag, "StepStopped")
      assert.deepStrictEqual(player.transcript()[1]?.faults, ["it was under way when the play ended"])
    })
  )
})
