import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ADOPT, ALICE, APP, GENERAL, STRANGER } from "../Harbour.ts"
import { saying, stage } from "../Stage.ts"
import { eventsOf, planning } from "./Planning.ts"

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const HELLO = { type: 4, data: { content: "planned" } }

const playing = Effect.gen(function* () {
  const staged = yield* stage(saying("hello"))
  return { ...staged, ...planning(staged), adopt: staged.use(ALICE, GENERAL, DOG) }
})

const MATCH = { surface: "delivery", application: APP, event: "INTERACTION_CREATE" } as const

describe("a planned fault of a delivery", () => {
  it.live("answers in place of the endpoint, which is not asked", () =>
    Effect.gen(function* () {
      const { plan, adopt, app, interaction } = yield* playing
      yield* plan({ match: MATCH, status: 500, times: 1 })
      const { body } = yield* adopt
      assert.strictEqual(body.state, "failed")
      assert.include(body.error, "status 500")
      assert.strictEqual(app.received.length, 0)
      const { trace } = (yield* interaction(body.interaction_id)).body
      assert.deepStrictEqual(
        trace.map(({ what }) => what).filter((what) => ["delivering", "fault", "answered"].includes(what)),
        ["delivering", "fault", "answered"]
      )
      assert.strictEqual((yield* adopt).body.message.content, "hello")
    })
  )

  it.live("can say what a good endpoint says", () =>
    Effect.gen(function* () {
      const { plan, adopt, app } = yield* playing
      yield* plan({ match: MATCH, status: 200, body: HELLO, times: 1 })
      const { body } = yield* adopt
      assert.deepStrictEqual([body.state, body.message.content], ["responded", "planned"])
      assert.strictEqual(app.received.length, 0)
    })
  )

  it.live("can say what is no JSON", () =>
    Effect.gen(function* () {
      const { plan, adopt } = yield* playing
      yield* plan({ match: MATCH, status: 200, body: "{", headers: { "content-type": "application/json" } })
      assert.include((yield* adopt).body.error, "not valid JSON")
    })
  )

  it.live("refuses the connection", () =>
    Effect.gen(function* () {
      const { plan, adopt, app } = yield* playing
      yield* plan({ match: MATCH, disconnect: true })
      const { body } = yield* adopt
      assert.strictEqual(body.state, "failed")
      assert.include(body.error, "refused")
      assert.strictEqual(app.received.length, 0)
    })
  )

  it.live("drops the request, so that the interaction times out", () =>
    Effect.gen(function* () {
      const { plan, use, app, interaction, advance } = yield* Effect.map(
        stage(saying("hello"), { clock: "frozen" }),
        (staged) => ({ ...staged, ...planning(staged) })
      )
      yield* plan({ match: MATCH, drop: true })
      const { interaction_id } = (yield* use(ALICE, GENERAL, DOG, "?wait=false")).body
      yield* advance(3_000)
      assert.strictEqual((yield* interaction(interaction_id)).body.state, "timed_out")
      assert.strictEqual(app.received.length, 0)
    })
  )

  it.live("delays the request", () =>
    Effect.gen(function* () {
      const { plan, adopt, app } = yield* playing
      yield* plan({ match: MATCH, delay_ms: 200, times: 1 })
      const begun = performance.now()
      const { body } = yield* adopt
      assert.strictEqual(body.state, "responded", JSON.stringify(body))
      assert.isAtLeast(performance.now() - begun, 195)
      assert.strictEqual(app.received.length, 1)
    })
  )

  it.live("hits its application alone, and is told as an event", () =>
    Effect.gen(function* () {
      const { plan, adopt, server } = yield* playing
      yield* plan({ match: { ...MATCH, application: STRANGER }, status: 500 })
      assert.strictEqual((yield* adopt).body.state, "responded")
      const { id: fault_id } = yield* plan({ match: MATCH, status: 500, times: 1 })
      const { interaction_id } = (yield* adopt).body
      assert.deepStrictEqual(yield* eventsOf(server.addresses.url, "fault.applied", 1), [
        {
          fault_id,
          surface: "delivery",
          application_id: APP,
          event: "INTERACTION_CREATE",
          interaction: interaction_id,
          action: { status: 500 }
        }
      ])
    })
  )

  it.live("hits the verification of an endpoint only by its name", () =>
    Effect.gen(function* () {
      const { plan, rest, app } = yield* playing
      const save = rest("/applications/@me", { method: "PATCH", json: { interactions_endpoint_url: `${app.url}new` } })
      yield* plan({ match: { surface: "delivery", event: "PING" }, disconnect: true })
      const refused = yield* save
      assert.strictEqual(refused.status, 400)
      assert.strictEqual(app.received.length, 0)
    })
  )
})
