import { events } from "@backlot/domain/base/KeptLimits"
import { webhookEvent as limits } from "@backlot/domain/base/Limits"
import { assert } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { EventLog } from "../../src/event/EventLog.ts"
import * as Time from "../../src/event/Time.ts"
import { ALICE, HARBOUR, PET_SHOP, WEATHER } from "../fixture/Harbour.ts"
import { describeOnEachStore, events as logged } from "../fixture/Stores.ts"
import {
  ACKNOWLEDGED,
  ALL_TYPES,
  contents,
  EVENTS_URL,
  failing,
  happen,
  isSigned,
  LOBBY,
  rows,
  said,
  sending,
  settled,
  told
} from "../fixture/Webhooking.ts"

const always = () => Effect.succeed(ACKNOWLEDGED)

const lobby = (changes: object) => [{ id: LOBBY, application_id: PET_SHOP, ...changes }]

describeOnEachStore("a webhook event", (test) => {
  test(
    "is a signed POST that says version, application, type, time and data",
    sending(
      always,
      Effect.fnUntraced(function* (received) {
        yield* settled()
        yield* happen(said("hello"))
        const [delivered] = yield* told("webhook_event.delivered", 1)
        const [request] = received
        assert.isDefined(request)
        assert.isTrue(yield* isSigned(request))
        assert.strictEqual(request.url, EVENTS_URL)
        assert.strictEqual(request.capMs, 3_000)
        assert.deepStrictEqual(JSON.parse(request.body), {
          version: 1,
          application_id: PET_SHOP,
          type: 1,
          event: {
            type: "LOBBY_MESSAGE_CREATE",
            timestamp: "2026-01-01T00:00:00.000000+00:00",
            data: { id: "1", lobby_id: LOBBY, content: "hello" }
          }
        })
        assert.deepStrictEqual(delivered, {
          application_id: PET_SHOP,
          type: "LOBBY_MESSAGE_CREATE",
          attempts: 1,
          url: EVENTS_URL,
          status: 204
        })
        assert.deepStrictEqual(yield* rows, [])
      })
    )
  )

  test(
    "of a lobby with a URL of its own goes there",
    sending(
      always,
      Effect.fnUntraced(function* (received) {
        const url = "http://127.0.0.1:9/lobby"
        yield* settled({}, { lobbies: lobby({ override_event_webhooks_url: url }) })
        yield* happen(said("hello"))
        yield* told("webhook_event.delivered", 1)
        assert.deepStrictEqual(
          received.map((request) => request.url),
          [url]
        )
      })
    )
  )

  test(
    "tells who authorized the application, for what and where, and who took it back",
    sending(
      always,
      Effect.fnUntraced(function* (received) {
        yield* settled()
        const who = { application_id: PET_SHOP, user_id: ALICE }
        yield* happen(
          { type: "authorization.granted", data: { ...who, scopes: ["bot"], integration_type: 0, guild_id: HARBOUR } },
          { type: "authorization.granted", data: { ...who, scopes: ["identify"] } },
          { type: "authorization.revoked", data: who }
        )
        yield* told("webhook_event.delivered", 3)
        const [installed, identified, revoked] = received.map(({ body }) => JSON.parse(body).event)
        assert.strictEqual(installed.type, "APPLICATION_AUTHORIZED")
        assert.deepInclude(installed.data, { integration_type: 0, scopes: ["bot"] })
        assert.deepInclude(installed.data.user, { id: ALICE, username: "alice" })
        assert.deepInclude(installed.data.guild, { id: HARBOUR, name: "Harbour" })
        assert.sameMembers(Object.keys(identified.data), ["scopes", "user"])
        assert.strictEqual(revoked.type, "APPLICATION_DEAUTHORIZED")
        assert.deepStrictEqual(Object.keys(revoked.data), ["user"])
      })
    )
  )

  for (const [what, webhooks] of [
    ["whose type was not asked for", { event_webhooks_types: ["LOBBY_MESSAGE_DELETE"] }],
    ["of an application that asked for none", { event_webhooks_types: [] }],
    ["of an application without a URL", { event_webhooks_url: null }],
    ["that is disabled", { event_webhooks_status: 1 }]
  ] as const) {
    test(
      `${what} is not sent`,
      Effect.gen(function* () {
        yield* settled(webhooks)
        yield* happen(said("hello"))
        assert.deepStrictEqual(yield* rows, [])
      })
    )
  }
})

describeOnEachStore("an endpoint that hangs", (test) => {
  const hanging = ({ body }: { readonly body: string }) =>
    JSON.parse(body).application_id === PET_SHOP ? Effect.never : Effect.succeed(ACKNOWLEDGED)

  test(
    "holds up neither the clock nor the events of another application",
    sending(
      hanging,
      Effect.fnUntraced(function* (received) {
        yield* settled()
        yield* happen(said("stuck"), said("behind it"))
        yield* happen(said("passes", WEATHER))
        yield* told("webhook_event.delivered", 1)
        yield* Time.change({ advance_ms: 60_000 })
        assert.sameMembers([...contents(received)], ["stuck", "passes"])
      })
    )
  )

  test(
    "of one lobby does not hold up those of others",
    sending(
      ({ url }) => (url === EVENTS_URL ? Effect.succeed(ACKNOWLEDGED) : Effect.never),
      Effect.fnUntraced(function* () {
        yield* settled({}, { lobbies: lobby({ override_event_webhooks_url: "http://127.0.0.1:9/lobby" }) })
        yield* happen(said("stuck"))
        const elsewhere = said("passes")
        yield* happen({ ...elsewhere, data: { ...elsewhere.data, lobby_id: "500000000000000002" } })
        const [delivered] = yield* told("webhook_event.delivered", 1)
        assert.deepInclude(delivered, { url: EVENTS_URL })
      })
    )
  )
})

describeOnEachStore("webhook events of a process that ended", (test) => {
  test(
    "are sent by the next one: those under way, those that waited for their turn, and those to be tried again",
    Effect.gen(function* () {
      yield* settled()
      yield* Time.change({ mode: "frozen" })
      yield* sending(failing(1), () =>
        Effect.andThen(happen(said("to be tried again")), told("webhook_event.failed", 1))
      )
      const begun = yield* Deferred.make<void>()
      const hang = () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      yield* sending(hang, () => Effect.andThen(happen(said("under way"), said("waiting")), Deferred.await(begun)))
      yield* happen(said("while nobody sends"))
      assert.strictEqual((yield* rows).length, 4)
      yield* sending(
        always,
        Effect.fnUntraced(function* (received) {
          yield* told("webhook_event.delivered", 3)
          assert.deepStrictEqual(contents(received), ["under way", "waiting", "while nobody sends"])
          yield* Time.change({ advance_ms: 1_000 })
          yield* told("webhook_event.delivered", 4)
          assert.strictEqual(contents(received).at(-1), "to be tried again")
        })
      )
      assert.deepStrictEqual(yield* rows, [])
    })
  )
})

describeOnEachStore("a world that is replaced", (test) => {
  test(
    "knows nothing of the webhook events of the one before",
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<typeof ACKNOWLEDGED>()
      const post = () => Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(answer))
      yield* sending(
        post,
        Effect.fnUntraced(function* (received) {
          yield* settled()
          yield* happen(said("before"), said("before, too"))
          yield* Deferred.await(begun)
          yield* settled()
          yield* Deferred.succeed(answer, ACKNOWLEDGED)
          yield* happen(said("after"))
          yield* told("webhook_event.delivered", 1)
          assert.deepStrictEqual(contents(received), ["before", "after"])
        })
      )
    })
  )
})

describeOnEachStore(
  "of one application",
  (test) => {
    test(
      `${limits.perApplication} webhook events wait; further ones are dropped, and the log says so`,
      Effect.gen(function* () {
        yield* settled()
        const many = Array.from({ length: limits.perApplication }, (_, i) => said(String(i)))
        yield* happen(...many, said("too many"), said("elsewhere", WEATHER))
        assert.strictEqual((yield* rows).length, limits.perApplication + 1)
        const last = (yield* (yield* EventLog).since(limits.perApplication, 10)).at(-1)
        assert.deepInclude(last, { type: "webhook_event.dropped" })
        assert.deepInclude(last?.data, { application_id: PET_SHOP, type: "LOBBY_MESSAGE_CREATE", url: EVENTS_URL })
      })
    )
  },
  { on: ["memory", "file"] }
)

describeOnEachStore("a webhook event that the bus dropped", (test) => {
  for (const [what, before] of [
    ["the first of all", []],
    ["after others", [said("before")]]
  ] as const) {
    test(
      `is sent, ${what}`,
      sending(
        always,
        Effect.fnUntraced(function* (received) {
          yield* settled()
          yield* Effect.forEach(before, (event) => happen(event))
          yield* told("webhook_event.delivered", before.length)
          const others = Array.from({ length: events.streamBuffer }, () => ({
            type: "clock.changed" as const,
            data: {}
          }))
          yield* happen(said("dropped"), ...others)
          yield* Effect.eventually(
            Effect.filterOrFail(
              Effect.sync(() => contents(received)),
              (all) => all.at(-1) === "dropped"
            )
          )
        })
      )
    )
  }
})

describeOnEachStore("events of the log that no webhook tells of", (test) => {
  test(
    "leave no row",
    Effect.gen(function* () {
      yield* settled({ event_webhooks_types: ALL_TYPES })
      yield* happen({ type: "lobby.created", data: { application_id: PET_SHOP, lobby_id: LOBBY } })
      assert.strictEqual((yield* logged).at(-1)?.type, "lobby.created")
      assert.deepStrictEqual(yield* rows, [])
    })
  )
})
