import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { ADOPT, ALICE, APP, BOT_TOKEN, GENERAL, harbour, STRANGER } from "../Harbour.ts"
import { handsOn, payloadOf, saying, stage } from "../Stage.ts"
import { eventsOf, planning } from "./Planning.ts"

const alone = Effect.gen(function* () {
  const server = yield* EmbeddedServer.start({ world: harbour(null) })
  const hands = handsOn(server.addresses.url)
  return { ...hands, ...planning(hands), url: server.addresses.url, me: hands.rest("/users/@me") }
})

const ME = { surface: "rest", path: "/users/@me" } as const

/** A path that the official document, which judges the answers, lacks. */
const NOWHERE = { surface: "rest", path: "/nowhere" } as const

describe("a planned fault of the API", () => {
  it.live.each([500, 502, 503, 401, 404, 418])("answers status %i with the platform's own body", (status) =>
    Effect.gen(function* () {
      const { plan, me } = yield* alone
      yield* plan({ match: ME, status })
      const answer = yield* me
      assert.strictEqual(answer.status, status)
      assert.strictEqual(answer.headers.get("content-type"), "application/json")
      assert.match(answer.headers.get("x-backlot-fault") ?? "", /^\d+$/)
      assert.match(answer.text, new RegExp(`^{"message":"${status}: [A-Z].*","code":0}$`))
    })
  )

  it.live("answers the body and headers that it was given", () =>
    Effect.gen(function* () {
      const { plan, rest, me } = yield* alone
      const nowhere = rest("/nowhere")
      yield* plan({ match: NOWHERE, status: 503, body: { down: true }, headers: { "X-Why": "test" }, times: 1 })
      const json = yield* nowhere
      assert.deepStrictEqual([json.status, json.text, json.headers.get("x-why")], [503, '{"down":true}', "test"])
      yield* plan({ match: NOWHERE, status: 502, body: "<html>", headers: { "content-type": "text/html" }, times: 1 })
      const html = yield* nowhere
      assert.deepStrictEqual([html.status, html.text, html.headers.get("content-type")], [502, "<html>", "text/html"])
      yield* plan({ match: NOWHERE, status: 204, times: 1 })
      const empty = yield* nowhere
      assert.deepStrictEqual([empty.status, empty.text], [204, ""])
      assert.strictEqual((yield* me).status, 200)
    })
  )

  it.live("happens as often as it was planned, in the order planned, and is counted", () =>
    Effect.gen(function* () {
      const { plan, me, faults } = yield* alone
      const first = yield* plan({ match: ME, status: 500, times: 2 })
      const second = yield* plan({ match: ME, status: 503, times: 1, after: 1 })
      assert.deepInclude(first, { hits: 0, remaining: 2 })
      const statuses = yield* Effect.replicateEffect(me, 5)
      assert.deepStrictEqual(
        statuses.map(({ status }) => status),
        [500, 500, 200, 503, 200]
      )
      assert.deepStrictEqual(
        (yield* faults).map(({ id, hits, remaining }) => ({ id, hits, remaining })),
        [
          { id: first.id, hits: 2, remaining: 0 },
          { id: second.id, hits: 1, remaining: 0 }
        ]
      )
    })
  )

  it.live("that happens once hits exactly one of many requests at once", () =>
    Effect.gen(function* () {
      const { plan, me } = yield* alone
      yield* plan({ match: ME, status: 500, times: 1 })
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => me),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 500).length, 1)
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 19)
    })
  )

  it.live("hits its application, method and path alone", () =>
    Effect.gen(function* () {
      const { plan, rest, me } = yield* alone
      yield* plan({ match: { surface: "rest", application: STRANGER }, status: 500 })
      yield* plan({ match: { method: "POST", path: "/users/@me" }, status: 500 })
      yield* plan({ match: { path: "/applications/{application}/commands" }, status: 503 })
      assert.strictEqual((yield* me).status, 200)
      assert.strictEqual((yield* rest(`/applications/${APP}/commands`)).status, 503)
      yield* plan({ match: { surface: "rest", application: APP }, status: 502 })
      assert.strictEqual((yield* me).status, 502)
    })
  )

  it.live("hits unknown routes, and never the control plane", () =>
    Effect.gen(function* () {
      const { plan, rest, control } = yield* alone
      yield* plan({ status: 500 })
      assert.strictEqual((yield* rest("/nowhere")).status, 500)
      assert.strictEqual((yield* control("/health")).status, 200)
      assert.strictEqual((yield* control("/faults")).status, 200)
    })
  )

  it.live("of 429 says when to come again, in the ways of each scope", () =>
    Effect.gen(function* () {
      const { plan, me } = yield* alone
      const limited = (scope?: string) =>
        Effect.gen(function* () {
          yield* plan({ match: ME, rate_limit: { retry_after_ms: 1_500, ...(scope && { scope }) }, times: 1 })
          const answer = yield* me
          assert.strictEqual(answer.status, 429)
          const shown = ["via", "retry-after", "x-ratelimit-scope", "x-ratelimit-global", "x-ratelimit-remaining"]
          const { message, ...body } = JSON.parse(answer.text)
          assert.strictEqual(message, "You are being rate limited.")
          return [body, ...shown.map((name) => answer.headers.get(name))]
        })
      const body = { retry_after: 1.5, global: false }
      assert.deepStrictEqual(yield* limited(), [body, "1.1 backlot", "2", "user", null, "0"])
      assert.deepStrictEqual(yield* limited("shared"), [body, "1.1 backlot", "2", "shared", null, "0"])
      assert.deepStrictEqual(yield* limited("global"), [
        { ...body, global: true },
        "1.1 backlot",
        "2",
        "global",
        "true",
        null
      ])
    })
  )

  it.live("of status 429 alone is a whole one, of a second; with a body it is what it was given", () =>
    Effect.gen(function* () {
      const { plan, rest, me } = yield* alone
      yield* plan({ match: ME, status: 429, times: 1 })
      const whole = yield* me
      assert.deepStrictEqual(
        [whole.status, whole.headers.get("retry-after"), whole.headers.get("via")],
        [429, "1", "1.1 backlot"]
      )
      yield* plan({ match: NOWHERE, status: 429, body: "banned", times: 1 })
      const page = yield* rest("/nowhere")
      assert.deepStrictEqual([page.status, page.text, page.headers.get("via")], [429, "banned", null])
    })
  )

  it.live.each([{ drop: true }, { disconnect: true }])(
    "%j ends the connection without an answer, and no other",
    (action) =>
      Effect.gen(function* () {
        const { plan, me, url } = yield* alone
        yield* plan({ match: ME, ...action, times: 1 })
        const asked = Effect.tryPromise(() =>
          fetch(`${url}/api/v10/users/@me`, { headers: { authorization: `Bot ${BOT_TOKEN}` } })
        )
        assert.strictEqual((yield* Effect.result(asked))._tag, "Failure")
        assert.strictEqual((yield* me).status, 200)
      })
  )

  it.live("delays in real time, also before the API's own answer, and hinders nobody else", () =>
    Effect.gen(function* () {
      const { plan, me, rest, faults } = yield* alone
      yield* plan({ match: ME, delay_ms: 300, times: 1 })
      const begun = performance.now()
      assert.strictEqual((yield* me).status, 200)
      assert.isAtLeast(performance.now() - begun, 295)
      yield* plan({ match: ME, delay_ms: 600_000 })
      const late = yield* Effect.forkChild(me)
      yield* Effect.eventually(Effect.filterOrFail(faults, ([, one]) => one?.hits === 1))
      assert.strictEqual((yield* rest("/gateway")).status, 200)
      assert.isUndefined(late.pollUnsafe())
    })
  )

  it.live("that delays ends when its client goes away", () =>
    Effect.gen(function* () {
      const { plan, me, control, faults } = yield* alone
      yield* plan({ match: ME, delay_ms: 600_000 })
      const waiting = yield* Effect.forkChild(me)
      yield* Effect.eventually(Effect.filterOrFail(faults, ([one]) => one?.hits === 1))
      const underWay = Effect.map(
        control("/metrics"),
        ({ text }) => /^backlot_http_requests_in_flight (\d+)$/m.exec(text)?.[1]
      )
      assert.strictEqual(yield* underWay, "2")
      yield* Fiber.interrupt(waiting)
      yield* Effect.eventually(Effect.filterOrFail(underWay, (count) => count === "1"))
    })
  )

  it.live("is told as an event, without tokens, and in the trace of its interaction", () =>
    Effect.gen(function* () {
      const { app, use, rest, interaction, control, server } = yield* stage(() => Effect.succeed({ status: 202 }))
      const { plan } = planning({ control })
      const used = yield* use(
        ALICE,
        GENERAL,
        { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] },
        "?wait=false"
      )
      const { id, token } = payloadOf(yield* app.take)
      const { id: fault_id } = yield* plan({ match: { path: "/interactions/*/*/callback" }, status: 503, times: 1 })
      const callback = rest(`/interactions/${id}/${token}/callback`, { json: { type: 4, data: { content: "hi" } } })
      assert.strictEqual((yield* callback).status, 503)
      assert.strictEqual((yield* callback).status, 204)
      const { trace } = (yield* interaction(used.body.interaction_id)).body
      const line = trace.find(({ what }) => what === "fault")
      assert.deepInclude(line?.detail, { fault_id, action: { status: 503 } })
      const [applied] = yield* eventsOf(server.addresses.url, "fault.applied", 1)
      assert.deepStrictEqual(applied, {
        fault_id,
        surface: "rest",
        application_id: APP,
        interaction: id,
        method: "POST",
        route: "/api/v10/interactions/:interaction_id/:interaction_token/callback",
        action: { status: 503 }
      })
    })
  )
})

describe("planned faults", () => {
  it.live("are listed and removed, one or all", () =>
    Effect.gen(function* () {
      const { plan, faults, control, me } = yield* alone
      const first = yield* plan({ match: ME, status: 500 })
      const second = yield* plan({ match: ME, status: 503 })
      assert.deepStrictEqual(yield* faults, [first, second])
      assert.strictEqual((yield* control(`/faults/${first.id}`, { method: "DELETE" })).status, 204)
      assert.strictEqual((yield* control(`/faults/${first.id}`, { method: "DELETE" })).status, 404)
      assert.strictEqual((yield* me).status, 503)
      assert.strictEqual((yield* control("/faults", { method: "DELETE" })).status, 204)
      assert.deepStrictEqual(yield* faults, [])
      assert.strictEqual((yield* me).status, 200)
    })
  )

  it.live("are cleared by a reset", () =>
    Effect.gen(function* () {
      const { plan, faults, control, me } = yield* alone
      yield* plan({ match: ME, status: 500 })
      assert.strictEqual((yield* control("/reset", { method: "POST" })).status, 204)
      assert.deepStrictEqual(yield* faults, [])
      assert.strictEqual((yield* me).status, 200)
    })
  )

  it.live("stay when the world is replaced", () =>
    Effect.gen(function* () {
      const { plan, faults, control, me } = yield* alone
      yield* plan({ match: ME, status: 503 })
      assert.strictEqual((yield* control("/world", { method: "PUT", json: harbour(null) })).status, 204)
      assert.lengthOf(yield* faults, 1)
      assert.strictEqual((yield* me).status, 503)
    })
  )

  it.live("are no part of an exported world", () =>
    Effect.gen(function* () {
      const { plan, control } = yield* alone
      yield* plan({ match: { path: "/planned" }, status: 500 })
      assert.notInclude((yield* control("/world")).text, "planned")
    })
  )

  it.live("are of one server alone", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* alone, yield* alone]
      yield* one.plan({ match: ME, status: 500 })
      assert.strictEqual((yield* other.me).status, 200)
    })
  )

  it.live("are so many and no more", () =>
    Effect.gen(function* () {
      const { plan, control } = yield* alone
      yield* Effect.replicateEffect(plan({ match: { path: "/a" }, status: 500 }), 100)
      const answer = yield* control("/faults", { json: { status: 500 } })
      assert.strictEqual(answer.status, 400)
      assert.include(answer.text, "100 planned faults")
    })
  )

  it.live("that mean nothing are refused with place and rule", () =>
    Effect.gen(function* () {
      const { control, faults } = yield* alone
      const answer = yield* control("/faults", {
        json: { match: { path: "users" }, stauts: 500, drop: true, times: 0 }
      })
      assert.strictEqual(answer.status, 400)
      assert.strictEqual(answer.body.code, 50035)
      assert.hasAllKeys(answer.body.errors, ["match", "stauts", "times"])
      const never = yield* control("/faults", { json: { match: { surface: "gateway" }, status: 500 } })
      assert.include(never.text, "never meet")
      assert.deepStrictEqual(yield* faults, [])
    })
  )

  it.live("that are no JSON are refused", () =>
    Effect.gen(function* () {
      const { url } = yield* alone
      const headers = { "content-type": "application/json" }
      const answer = yield* Effect.promise(() =>
        fetch(`${url}/control/v1/faults`, { method: "POST", headers, body: "{" })
      )
      assert.strictEqual(answer.status, 400)
    })
  )

  it.live("say hello to nobody: without a gateway session nothing is disconnected", () =>
    Effect.gen(function* () {
      const { plan } = yield* alone
      assert.deepInclude(yield* plan({ match: { application: APP }, reconnect: true }), { hits: 0, remaining: 0 })
    })
  )
})

describe("a request that no fault hits", () => {
  it.live("is answered as ever while one is planned elsewhere", () =>
    Effect.gen(function* () {
      const { use, control } = yield* stage(saying("hello"))
      yield* planning({ control }).plan({ match: { path: "/never" }, status: 500 })
      const { body } = yield* use(ALICE, GENERAL, { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] })
      assert.strictEqual(body.message.content, "hello")
    })
  )
})
