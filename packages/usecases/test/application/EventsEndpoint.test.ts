import { Outbound } from "@backlot/ports/Outbound"
import { Secrets } from "@backlot/ports/Secrets"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Applications from "../../src/application/Applications.ts"
import { type Answer, endpoint, PONG, REFUSED, text } from "../fixture/Endpoint.ts"
import { ALICE, applicationOf, PET_SHOP, settle } from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import { eventsOf } from "../fixture/Using.ts"
import { ACKNOWLEDGED, EVENTS_URL } from "../fixture/Webhooking.ts"

const petShop = applicationOf(PET_SHOP)

const update = Effect.fnUntraced(function* (body: object, signed: Answer, unsigned: Answer) {
  const application = yield* petShop
  const { received, layer } = endpoint((yield* Secrets).publicKey(application.private_key), { signed, unsigned })
  const result = yield* Effect.result(Effect.provideService(Applications.update(application, body), Outbound, layer))
  return { received, result }
})

const FAULT = {
  path: ["event_webhooks_url"],
  code: "APPLICATION_EVENT_WEBHOOKS_URL_INVALID",
  message: "The specified event webhooks URL could not be verified."
}

describeOnEachStore("a URL of webhook events", (test) => {
  test(
    "is saved once a signed PING of type 0 is answered with 204 and one with a bad signature with 401",
    Effect.gen(function* () {
      yield* settle()
      const { received, result } = yield* update({ event_webhooks_url: EVENTS_URL }, ACKNOWLEDGED, REFUSED)
      assert.strictEqual(result._tag, "Success")
      assert.strictEqual((yield* petShop).event_webhooks_url, EVENTS_URL)
      assert.deepStrictEqual(
        received.map(({ url, signed, body }) => [url, signed, JSON.parse(body)]),
        [true, false].map((signed) => [EVENTS_URL, signed, { version: 1, application_id: PET_SHOP, type: 0 }])
      )
    })
  )

  for (const [sentence, signed, unsigned] of [
    ["answers a PING with 200", text(200, ""), REFUSED],
    ["answers a PING as it would an interaction", PONG, REFUSED],
    ["takes a bad signature", ACKNOWLEDGED, ACKNOWLEDGED],
    ["is not there", "refused", "refused"]
  ] as const) {
    test(
      `is refused when its endpoint ${sentence}, and an event says why`,
      Effect.gen(function* () {
        yield* settle()
        const { result } = yield* update({ event_webhooks_url: EVENTS_URL, description: "New" }, signed, unsigned)
        assert.deepStrictEqual(
          result._tag === "Failure" && result.failure._tag === "InvalidForm" && result.failure.faults,
          [FAULT]
        )
        const { event_webhooks_url, description } = yield* petShop
        assert.deepStrictEqual([event_webhooks_url, description], [null, ""])
        assert.strictEqual((yield* eventsOf("application.endpoint_refused")).length, 1)
      })
    )
  }

  test(
    "of a world is trusted, and one that stays is not asked again",
    Effect.gen(function* () {
      yield* settle({
        applications: [{ id: PET_SHOP, name: "Pet Shop", owner_id: ALICE, event_webhooks_url: EVENTS_URL }],
        users: [{ id: ALICE, username: "alice" }],
        guilds: [],
        direct_channels: [],
        tokens: []
      })
      const { received } = yield* update({ event_webhooks_url: EVENTS_URL }, "refused", "refused")
      assert.deepStrictEqual(received, [])
    })
  )
})
