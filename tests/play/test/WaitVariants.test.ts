import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { ALICE_HERE, playing, saying } from "./PetShop.ts"

const deferring = () => ({ type: 5 })
const ORIGINAL = "/webhooks/{application}/{token}/messages/@original"

describe("a wait for several things", () => {
  it.live("is for each of them, and its outcome has all", () =>
    Effect.gen(function* () {
      const { play, perform, failing } = yield* playing(deferring)
      yield* play({ ...ALICE_HERE, use: "/ban" })
      const both = { state: "responded", message: { content: "bye" } } as const
      const waiting = yield* Effect.forkChild(perform({ wait: both }))
      yield* perform({ app: { patch: ORIGINAL, body: { content: "done" } } })
      yield* perform({ as: "alice", in: "general", say: "bye" })
      const { state, message } = yield* Fiber.join(waiting)
      assert.deepStrictEqual([state, message?.content], ["responded", "bye"])
      const missing = yield* failing({ wait: { ...both, message: { content: "never" }, within: "50ms" } })
      assert.match(missing.message, /^wait\.message: \{ content: "never" \} did not come within/)
    })
  )
})

describe("a wait for a dispatch", () => {
  it.live("is for one with such data", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(deferring, { watch: true })
      yield* play({ ...ALICE_HERE, say: "ahoy" }, { wait: { gateway: "MESSAGE_CREATE", data: { content: "ahoy" } } })
      const other = { gateway: "MESSAGE_CREATE", data: { content: "farewell" }, within: "100ms" }
      assert.match(
        (yield* failing({ wait: other })).message,
        /^wait\.gateway: MESSAGE_CREATE with \{ content: "farewell" \} did not come within 100ms; 1 of this type came; \[0\] is nearest: content: "ahoy" is not "farewell"$/
      )
    })
  )
})

describe("a wait that is in vain", () => {
  it.live("has what there was in place of what it waited for", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(deferring, { watch: true })
      const there = Effect.fnUntraced(function* (wait: object) {
        const failure = yield* failing({ wait: { ...wait, within: "50ms" } })
        return failure._tag === "ExpectationFailed" ? failure.mismatches[0]?.actual : assert.fail(failure.message)
      })
      yield* play({ ...ALICE_HERE, say: "ahoy" })
      assert.deepInclude(Object(yield* there({ message: { content: "never" } })), { content: "ahoy" })
      assert.deepStrictEqual(yield* there({ no_message: { content: "ahoy" } }), ['Alice: "ahoy"'])
      // The log has the watching session some time after its login.
      const types: ReadonlyArray<unknown> = Object(yield* there({ event: "lobby.created" }))
      assert.deepStrictEqual(
        types.filter((type) => type !== "gateway_session.began"),
        ["message.created"]
      )
      yield* play({ say: "again" }, { wait: { gateway: "MESSAGE_CREATE" } })
      assert.deepStrictEqual(yield* there({ gateway: "GUILD_DELETE" }), ["MESSAGE_CREATE"])
      yield* play({ use: "/ban" })
      assert.strictEqual(yield* there({ state: "responded" }), "deferred")
    })
  )

  it.live("because it can not be played says why", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(() => saying("hi"))
      const unplayable = [
        [{ state: "responded" }, ["wait", "state"], "no interaction was played"],
        [{ message: {}, within: "soon" }, ["wait", "within"], "soon is not a duration"]
      ] as const
      for (const [wait, path, message] of unplayable) {
        assert.deepInclude(yield* failing({ ...ALICE_HERE, wait }), { _tag: "StepUnplayable", path, message })
      }
      assert.strictEqual((yield* failing({ wait: "soon" })).message, '"soon" is not a duration')
    })
  )
})
