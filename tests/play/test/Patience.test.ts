/** A step waits for the app until its expectations can be judged, and no longer. */
import * as Player from "@backlot/player/Player"
import type { Step } from "@backlot/scenario/Step"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { ALICE_HERE, playing, SHOP } from "./PetShop.ts"

const deferring = () => ({ type: 5 })

/** Plays a use with a deferred answer, which is completed once the service has the deferral. */
const completedLater = Effect.fnUntraced(function* (more: Step) {
  const { perform, stage, received } = yield* playing(deferring)
  const app = yield* Player.make({ stage })
  yield* app.perform({ ...ALICE_HERE, say: "before" })
  const using = yield* Effect.forkChild(perform({ ...ALICE_HERE, use: "/ban", ...more }))
  yield* app.perform({ wait: { event: "interaction.acknowledged" } })
  const path = `/webhooks/${SHOP}/${received[0]?.token}/messages/@original`
  yield* app.perform({ app: { patch: path, body: { content: "done" } } })
  return yield* Fiber.join(using)
})

describe("a use whose answer is deferred", () => {
  const waiting: ReadonlyArray<Step> = [
    { expect: { message: { content: "done" } } },
    { expect: { state: "responded" } },
    { expect: { seen_by: ["bob"] } },
    { expect: { unseen_by: ["zoe"] } },
    { expect: { outcome: { message: { content: "done" } } } },
    { expect: { ephemeral: false } },
    { expect: { error: null } },
    { expect: { modal: null } },
    { expect: { activity: null } },
    { expect: { service_time: { $atLeast: 0 } } },
    { until: "responded" },
    { until: "responded", expect: { within: "1m" } }
  ]
  it.live.each(waiting.map((step) => [JSON.stringify(step), step] as const))("is waited for by %s", ([, step]) =>
    Effect.gen(function* () {
      const { state, message } = yield* completedLater(step)
      assert.deepStrictEqual([state, message?.content], ["responded", "done"])
    })
  )

  const quick: ReadonlyArray<Step> = [
    {},
    { expect: { state: "deferred" } },
    { expect: { state: { $any: ["responded", "deferred"] } } },
    { until: "acknowledged", expect: { message: { content: "" } } }
  ]
  it.live.each(quick.map((step) => [JSON.stringify(step), step] as const))("is not waited for by %s", ([, step]) =>
    Effect.gen(function* () {
      // Nothing completes it: a step that waits would report the end of the wait.
      const { perform } = yield* playing(deferring)
      const outcome = yield* perform({ ...ALICE_HERE, use: "/ban", ...step })
      assert.deepStrictEqual([outcome.state, outcome.wait_expired], ["deferred", undefined])
    })
  )
})

describe("an Activity", () => {
  it.live("that was launched can be expected, with or without the app", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(() => ({ type: 12 }))
      const { body } = yield* play(
        { world: { patch: "/applications/Pet Shop", body: { flags: ["EMBEDDED"] } } },
        { app: { get: "/applications/{application}/commands" } }
      )
      const known = Array.isArray(body) && body.some(({ type }) => type === 4)
      if (!known) {
        yield* play({
          app: {
            post: "/applications/{application}/commands",
            body: { type: 4, name: "Launch", description: "", handler: 2 }
          }
        })
      }
      const launch = { ...ALICE_HERE, use: { command: "Launch" } }
      yield* play({ ...launch, expect: { state: "launched", activity: { id: "/^i-/" } } })
      const failure = yield* failing({ ...launch, expect: { activity: null } })
      assert.match(failure.message, /^activity: .* exists, but should not/)
      yield* play(
        { app: { patch: "/applications/{application}/commands/{command:Launch}", body: { handler: 1 } } },
        { ...launch, expect: { state: "responded", activity: { id: "/^i-/" } } }
      )
    })
  )
})

describe("the time of the service", () => {
  it.live("is that of the first answer, a deferral too", () =>
    Effect.gen(function* () {
      const { play, received } = yield* playing(() => undefined)
      yield* play(
        { ...ALICE_HERE, use: "/ban", expect: { state: "pending" } },
        { advance: "2s" },
        { app: { post: "/interactions/{interaction}/{token}/callback", auth: "none", body: { type: 5 } } },
        { advance: "1m" },
        {
          app: { patch: "/webhooks/{application}/{token}/messages/@original", body: { content: "done" } },
          expect: { body: { content: "done" } }
        },
        { expect: { state: "responded", service_time: 2000 } }
      )
      assert.strictEqual(received.length, 1)
    })
  )
})

describe("a use that nobody could be sent", () => {
  it.live("is not waited for while the clock is frozen, and says why", () =>
    Effect.gen(function* () {
      const { failing, play } = yield* playing(deferring, { endpoint: false })
      const failure = yield* failing({ ...ALICE_HERE, use: "/ban" })
      assert.match(
        failure.message,
        /^state: "pending" was not expected: .*Pet Shop has no interactions_endpoint_url and no gateway session .*nothing was delivered/
      )
      yield* play({ use: "/ban", expect: { state: "pending" } }, { advance: "3s" }, { expect: { state: "timed_out" } })
    })
  )
})
