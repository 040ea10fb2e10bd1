import { delivery } from "@backlot/domain/base/Limits"
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { ADOPT, ALICE, APP, GENERAL, harbour } from "../Harbour.ts"
import { collect } from "../Logs.ts"
import { deferring, handsOn, passing, payloadOf, saying, silent, stage } from "../Stage.ts"

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const HELLO = { type: 4, data: { content: "hello" } }

/** For hundreds of requests on a busy machine. */
const MANY_MS = 120_000

const steps = (trace: ReadonlyArray<{ readonly what: string }>) => trace.map(({ what }) => what)

describe("an answer to a delivery", () => {
  it.live.each([
    ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:1/" } }, "status 302"],
    ["an error", { status: 500, json: HELLO }, "status 500"],
    ["another success", { status: 201, json: HELLO }, "status 201"],
    ["nothing", { status: 204 }, "status 204"],
    ["no JSON", { headers: { "content-type": "application/json" }, body: "hello" }, "not valid JSON"],
    ["another content type", { headers: { "content-type": "text/plain" }, body: "{}" }, 'content type "text/plain"'],
    ["no content type", { body: JSON.stringify(HELLO) }, 'content type ""'],
    ["no response", { json: {} }, "type"],
    ["a response of another kind", { json: { type: 8, data: { choices: [] } } }, "type"],
    ["an empty message", { json: { type: 4, data: {} } }, ""],
    ["too much", { json: { ...HELLO, padding: "x".repeat(delivery.responseBytes) } }, "too-large"]
  ] as const)("fails the interaction when it is %s", ([, answer, because]) =>
    Effect.gen(function* () {
      const { app, use, interaction } = yield* stage(() => Effect.succeed(answer))
      const { status, body } = yield* use(ALICE, GENERAL, DOG)
      assert.strictEqual(status, 200)
      assert.strictEqual(body.state, "failed")
      assert.match(body.error, /^The application did not respond: /)
      assert.include(body.error, because)
      assert.notProperty(body, "message")
      assert.strictEqual(app.received.length, 1)
      const { trace } = (yield* interaction(body.interaction_id)).body
      assert.deepStrictEqual(steps(trace).slice(0, 4), ["evaluated", "created", "delivering", "answered"])
    })
  )

  it.live("202 leaves the answer to the callback endpoint", () =>
    Effect.gen(function* () {
      const { app, use, rest } = yield* stage(() => Effect.succeed({ status: 202 }))
      const waiting = yield* Effect.forkChild(use(ALICE, GENERAL, DOG))
      const { id, token } = payloadOf(yield* app.take)
      assert.strictEqual((yield* rest(`/interactions/${id}/${token}/callback`, { json: HELLO })).status, 204)
      assert.deepInclude((yield* Fiber.join(waiting)).body, { state: "responded" })
    })
  )

  it.live("that never comes because nobody listens fails the interaction", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(RecordingEndpoint.start(silent))
      const server = yield* EmbeddedServer.start({ world: harbour(url) })
      const { body } = yield* handsOn(server.addresses.url).use(ALICE, GENERAL, DOG)
      assert.strictEqual(body.state, "failed")
      assert.include(body.error, "refused")
    })
  )

  it.live("is not asked of a private address with --no-private-endpoints", () =>
    Effect.gen(function* () {
      const { app, use } = yield* stage(saying("hello"), { noPrivateEndpoints: true })
      const { body } = yield* use(ALICE, GENERAL, DOG)
      assert.strictEqual(body.state, "failed")
      assert.include(body.error, "forbidden-address")
      assert.deepStrictEqual(app.received, [])
    })
  )

  it.live(
    "comes to each of many uses at once",
    () =>
      Effect.gen(function* () {
        const echo: RecordingEndpoint.EndpointScript = (request) =>
          Effect.succeed({ json: { type: 4, data: { content: payloadOf(request).id } } })
        const { use } = yield* stage(echo)
        const uses = Array.from({ length: 300 }, () => use(ALICE, GENERAL, DOG))
        const used = yield* Effect.all(uses, { concurrency: "unbounded" })
        assert.isTrue(used.every(({ body }) => body.state === "responded"))
        assert.isTrue(used.every(({ body }) => body.message.content === body.interaction_id))
        assert.strictEqual(new Set(used.map(({ body }) => body.interaction_id)).size, uses.length)
      }),
    MANY_MS
  )
})

describe("the deadline of an answer", () => {
  it.live("is 3 s of the service clock, also for an application without an endpoint", () =>
    Effect.gen(function* () {
      const server = yield* EmbeddedServer.start({ world: harbour(null), clock: "frozen" })
      const { use, advance, interaction } = handsOn(server.addresses.url)
      const { interaction_id } = (yield* use(ALICE, GENERAL, DOG, "?wait=false")).body
      yield* advance(2_999)
      assert.deepInclude((yield* interaction(interaction_id)).body, { state: "pending" })
      yield* advance(1)
      const { state, error, trace } = (yield* interaction(interaction_id)).body
      assert.strictEqual(state, "timed_out")
      assert.match(error, /^The application did not respond: .*interactions_endpoint_url/)
      assert.deepStrictEqual(steps(trace), ["evaluated", "created", "undeliverable", "timed_out"])
    })
  )

  it.live("is not moved by an answer that comes later; the request to the app is let go", () =>
    Effect.gen(function* () {
      const { app, use, advance, interaction, rest } = yield* stage(() => Effect.never, { clock: "frozen" })
      const waiting = yield* Effect.forkChild(use(ALICE, GENERAL, DOG))
      const { id, token } = payloadOf(yield* app.take)
      yield* advance(3_000)
      assert.deepInclude((yield* Fiber.join(waiting)).body, { state: "timed_out" })
      const callback = yield* rest(`/interactions/${id}/${token}/callback`, { json: HELLO })
      assert.strictEqual(callback.status, 404)
      assert.deepInclude(callback.body, { code: 10062 })
      const released = Effect.filterOrFail(interaction(id), ({ body }) => steps(body.trace).includes("released"))
      assert.deepInclude((yield* Effect.eventually(released)).body, { state: "timed_out" })
    })
  )

  it.live("is 15 min for a deferral, and then the token is worth nothing", () =>
    Effect.gen(function* () {
      const { app, use, advance, interaction, rest } = yield* stage(deferring, { clock: "frozen" })
      const { interaction_id } = (yield* use(ALICE, GENERAL, DOG)).body
      const original = `/webhooks/${APP}/${payloadOf(yield* app.take).token}/messages/@original`
      yield* advance(15 * 60_000 - 1)
      assert.deepInclude((yield* interaction(interaction_id)).body, { state: "deferred" })
      assert.strictEqual((yield* rest(original)).status, 200)
      yield* advance(1)
      const { state, error } = (yield* interaction(interaction_id)).body
      assert.strictEqual(state, "failed")
      assert.include(error, "the deferred answer did not come within 15 minutes")
      const late = yield* rest(original, { method: "PATCH", json: { content: "late" } })
      assert.strictEqual(late.status, 401)
      assert.deepInclude(late.body, { code: 50027 })
    })
  )

  it.live("that falls due completes before a change of the clock answers", () =>
    Effect.gen(function* () {
      const server = yield* EmbeddedServer.start({ world: harbour(null), clock: "frozen" })
      const { use, advance, interaction } = handsOn(server.addresses.url)
      const uses = Array.from({ length: 50 }, () => use(ALICE, GENERAL, DOG, "?wait=false"))
      const used = yield* Effect.all(uses, { concurrency: "unbounded" })
      yield* advance(3_000)
      for (const { body } of used) {
        assert.deepInclude((yield* interaction(body.interaction_id)).body, { state: "timed_out" })
      }
    })
  )

  it.live("is kept by a data file while no server runs", () =>
    Effect.gen(function* () {
      const world = harbour(null)
      const folder = yield* EmbeddedServer.temporaryFolder
      const start = EmbeddedServer.start({ world, clock: "frozen", storage: { folder } })
      const id = yield* Effect.scoped(
        Effect.gen(function* () {
          const { use } = handsOn((yield* start).addresses.url)
          return (yield* use(ALICE, GENERAL, DOG, "?wait=false")).body.interaction_id
        })
      )
      const { advance, interaction } = handsOn((yield* start).addresses.url)
      assert.deepInclude((yield* interaction(id)).body, { state: "pending" })
      yield* advance(3_000)
      assert.deepInclude((yield* interaction(id)).body, { state: "timed_out" })
    })
  )
})

describe("the cap on a delivery", () => {
  it.effect("is 60 s of real time, though the service clock stands still", () =>
    Effect.gen(function* () {
      const { app, use, interaction } = yield* stage(silent, { clock: "frozen" })
      const { interaction_id } = (yield* use(ALICE, GENERAL, DOG, "?wait=false")).body
      yield* app.take
      const ended = Effect.filterOrFail(interaction(interaction_id), ({ body }) => body.state !== "pending")
      const { state, error } = (yield* passing(Effect.eventually(ended))).body
      assert.strictEqual(state, "failed")
      assert.include(error, "timeout: No answer within 60000 ms of real time")
    })
  )
})

describe("a server that stops", () => {
  it.effect("waits 2 s for what is under way, then cuts it, and logs nothing", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const app = yield* RecordingEndpoint.start(silent)
      const scope = yield* Scope.make()
      const server = yield* Scope.provide(EmbeddedServer.start({ world: harbour(app.url) }), scope)
      const { use } = handsOn(server.addresses.url)
      const waiting = yield* Effect.forkChild(use(ALICE, GENERAL, DOG))
      yield* app.take
      const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(stopping)
      assert.strictEqual((yield* Fiber.join(waiting)).status, 503)
      assert.deepStrictEqual(logs.lines, [])
    }).pipe(Effect.provide(logs.layer))
  })
})
