/** An app that takes longer than the platform allows fails its step, though the clock is frozen. */
import type { Step } from "@backlot/scenario/Step"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, playing, saying } from "./PetShop.ts"
import { seen } from "./Waiting.ts"

const answering = () => saying("done")

/** No answer is that quick. */
const NEVER = { answers_within_ms: -1 }

const USE: Step = { ...ALICE_HERE, use: "/ban" }
const LATE =
  /^answers_within: \d+ ms of real time until the app's first answer are more than -1ms; on the platform an interaction fails after 3s/

describe("the real time to an app's first answer", () => {
  it.live("is that of the scenario", () =>
    Effect.gen(function* () {
      const { failing, player } = yield* playing(answering, NEVER)
      assert.match((yield* failing(USE)).message, LATE)
      // The transcript is the same in every run.
      assert.deepStrictEqual(player.transcript().at(-1)?.faults, [
        "answers_within: the app took longer to its first answer"
      ])
    })
  )

  it.live("is that of the step, and is judged once for an interaction", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(answering, NEVER)
      yield* play({ ...USE, expect: { answers_within: "10s" } }, { expect: { state: "responded" } })
    })
  )

  it.live("is judged at the wait that shows the answer", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(answering, NEVER)
      yield* play({ ...USE, expect: { state: "pending" } })
      assert.match((yield* failing({ wait: { state: "responded" } })).message, LATE)
    })
  )

  it.live("is missed by an app that has not answered", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(() => undefined)
      const { message } = yield* failing({ ...USE, expect: { state: "pending", answers_within: "1s" } })
      assert.match(message, /^answers_within: .*the app has not answered/)
    })
  )

  it.live("is not waited for much longer, though the service would wait", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(() => undefined, { answers_within_ms: 100 })
      const [tookMs, { message }] = yield* seen(failing({ ...USE, expect: { message: { content: "done" } } }))
      assert.match(message, /the app has not answered; nothing came of it in 600 ms of real time; the service clock is/)
      assert.isBelow(tookMs, 5_000)
    })
  )

  it.live("leaves a deferred answer its time", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(() => ({ type: 5 }), { answers_within_ms: 1_000 })
      const patient = play({ ...USE, until: "responded", expect: { state: "deferred" } })
      const first = yield* Effect.timeoutOption(patient, 2_400)
      assert.strictEqual(first._tag, "None")
    })
  )
})
