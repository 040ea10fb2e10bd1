import { Outbound, OutboundError, type OutboundRequest } from "@backlot/ports/Outbound"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { probeEndpoint } from "../../src/application/Applications.ts"
import { ALICE, applicationOf, PET_SHOP, settle } from "../fixture/Harbour.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"
import { ENDPOINT, eventsOf } from "../fixture/Using.ts"

const probe = Effect.gen(function* () {
  const sent: Array<OutboundRequest> = []
  const post = (request: OutboundRequest) => {
    sent.push(request)
    return Effect.fail(new OutboundError({ reason: "refused", message: "nobody listens" }))
  }
  const application = yield* applicationOf(PET_SHOP)
  const verdict = yield* Effect.provideService(probeEndpoint(application, ENDPOINT), Outbound, { post })
  return { verdict, sent }
})

describeOnEachStore("the PING of a probe", (test) => {
  test(
    "carries the application's owner as its user",
    Effect.gen(function* () {
      yield* settle()
      const { sent } = yield* probe
      const { type, user } = JSON.parse(sent[0]?.body ?? "{}")
      assert.strictEqual(type, 1)
      assert.deepInclude(user, { id: ALICE, username: "alice", global_name: "Alice", discriminator: "0" })
    })
  )
})

describeOnEachStore("an endpoint URL that is refused", (test) => {
  test(
    "is told by an event that says why",
    Effect.gen(function* () {
      yield* settle()
      const before = (yield* events).length
      const { verdict } = yield* probe
      assert.isFalse(verdict.ok)
      const [told] = yield* eventsOf("application.endpoint_refused")
      assert.deepStrictEqual(told?.data, { application_id: PET_SHOP, url: ENDPOINT, because: verdict.because })
      assert.strictEqual((yield* events).length, before + 1)
    })
  )
})
