import { wire as limits } from "@backlot/domain/base/KeptLimits"
import { WireFrame, WireRequest } from "@backlot/protocol/control/ControlWire"
import { assert, it, layer } from "@effect/vitest"
import { Clock, Effect, Exit, Schema, Scope } from "effect"
import { embed } from "../../src/Embed.ts"
import { call } from "../fixture/Client.ts"
import { APP, at, LIVE, running, SECRETS, world } from "../fixture/Running.ts"
import { type Seen, watch } from "../fixture/Watching.ts"
import { IDENTIFY, login } from "../gateway/Bot.ts"

const BOT = { authorization: `Bot ${SECRETS.bot}` }
const asBot = (path: string, json?: unknown) =>
  Effect.flatMap(at(`/api/v10${path}`), (url) => call(url, { headers: BOT, ...(json === undefined ? {} : { json }) }))

const isPath = (path: string) => (entry: Seen) => entry.data["path"] === `/api/v10${path}`
const isClose = ({ data }: Seen) => data["close"] !== undefined

layer(running(), LIVE)("who watches the wire", (it) => {
  it.effect("sees each request with what was asked and answered", () =>
    Effect.gen(function* () {
      const { until } = yield* watch("?surfaces=rest")
      const path = `/applications/${APP}/commands`
      const json = { name: "feed", description: "Feeds", options: [] }
      yield* asBot(path, json)
      yield* asBot(path, { name: "NOT GOOD" })
      yield* asBot("/nowhere")
      const [first, second, third] = yield* until(isPath("/nowhere"))
      for (const { data } of [first, second, third].flatMap((one) => one ?? [])) {
        assert.deepStrictEqual<unknown>(Schema.decodeUnknownSync(WireRequest)(data), data)
      }
      assert.strictEqual(first?.event, "rest")
      assert.deepInclude(first?.data, {
        method: "POST",
        path: `/api/v10${path}`,
        route: "/api/v10/applications/:application_id/commands",
        status: 201,
        application_id: APP,
        request_type: "application/json",
        request_body: JSON.stringify(json),
        response_type: "application/json"
      })
      assert.include(String(first?.data["response_body"]), '"name":"feed"')
      assert.property(first?.data["headers"], "x-ratelimit-limit")
      assert.deepInclude(second?.data, { status: 400, code: 50035 })
      assert.deepInclude(third?.data, { status: 404, route: "no route", application_id: APP })
    })
  )

  it.effect("sees each frame of the gateway, its heartbeats and its end", () =>
    Effect.gen(function* () {
      const { until } = yield* watch("?surfaces=gateway")
      const { bot, id } = yield* login()
      bot.send(1, 1)
      yield* bot.next
      yield* bot.close(1000)
      const seen = yield* until(isClose)
      for (const { data } of seen) assert.deepStrictEqual<unknown>(Schema.decodeUnknownSync(WireFrame)(data), data)
      assert.deepStrictEqual(
        seen.map(({ data: { direction, op, t, s, session_id } }) => [direction, op, t, s, session_id]),
        [
          ["out", 10, null, null, null],
          ["in", 2, null, null, null],
          ["out", 0, "READY", 1, id],
          ["in", 1, null, null, id],
          ["out", 11, null, null, id],
          ["in", null, null, null, id]
        ]
      )
      assert.deepStrictEqual(new Set(seen.map(({ data }) => data["connection"])).size, 1)
      assert.deepStrictEqual(seen[1]?.data["d"], JSON.stringify({ ...IDENTIFY, token: "…" }))
      assert.deepStrictEqual(JSON.parse(String(seen[2]?.data["d"])).session_id, id)
      assert.deepStrictEqual(seen.at(-1)?.data["close"], { code: 1000 })
    })
  )

  it.effect("sees no calls of the control plane, and no secrets", () =>
    Effect.gen(function* () {
      const { until, text } = yield* watch()
      yield* call(yield* at("/control/v1/clock"))
      yield* login()
      const basic = Buffer.from(`${APP}:${SECRETS.client}`).toString("base64")
      const { text: issued } = yield* call(yield* at("/api/v10/oauth2/token"), {
        headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=client_credentials&scope=identify"
      })
      yield* call(yield* at("/api/v10/oauth2/token"), {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `grant_type=refresh_token&refresh_token=a-secret&client_id=${APP}&client_secret=${SECRETS.client}`
      })
      const token = "t".repeat(200)
      yield* asBot(`/webhooks/${APP}/${token}/messages/@original`)
      const seen = yield* until(({ data }) => String(data["path"]).includes("/tttttttt…/"))
      assert.deepStrictEqual(
        seen.filter(({ data }) => String(data["path"]).startsWith("/control")),
        []
      )
      const { access_token } = JSON.parse(issued)
      for (const secret of [access_token, token, SECRETS.bot, SECRETS.client, "a-secret"]) {
        assert.notInclude(text(), secret)
      }
      const form = seen.find(({ data }) => String(data["request_body"]).includes("refresh_token"))
      assert.deepInclude(form?.data, { application_id: APP })
    })
  )

  it.effect("goes on after what they saw last", () =>
    Effect.gen(function* () {
      const before = yield* watch("?surfaces=rest")
      yield* asBot("/users/@me")
      const id = (yield* before.until(isPath("/users/@me"))).at(-1)?.id ?? ""
      before.socket.destroy()
      yield* asBot("/gateway")
      for (const again of [yield* watch("?surfaces=rest", id), yield* watch(`?surfaces=rest&after=${id}`)]) {
        yield* again.until(isPath("/gateway"))
        assert.isFalse(again.text().includes("/users/@me"))
        assert.isFalse(again.text().includes("event: dropped"))
      }
      const stranger = yield* watch("", "1.1.1")
      const [dropped] = yield* stranger.until(({ event }) => event === "dropped")
      assert.deepStrictEqual(dropped?.data, { count: null })
    })
  )

  it.effect("are not too many, and say which surfaces there are", () =>
    Effect.gen(function* () {
      const url = yield* at("/control/v1/wire")
      assert.strictEqual((yield* call(`${url}?surfaces=rest,tcp`)).status, 400)
      const all = yield* Effect.forEach(Array(limits.watchers + 1), () => Effect.option(watchIfRoom(url)))
      assert.isTrue(all.some(({ _tag }) => _tag === "None"))
    }).pipe(Effect.scoped)
  )
})

it.live("a stream of the wire ends with its server", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const { addresses } = yield* Effect.provideService(embed({ world }), Scope.Scope, scope)
    const stream = yield* Effect.promise(() => fetch(`${addresses.control_url}/wire`))
    const begun = yield* Clock.currentTimeMillis
    yield* Scope.close(scope, Exit.void)
    assert.match(yield* Effect.promise(() => stream.text()), /^: connected\n\nid: [\d.]+\n\n$/)
    assert.isBelow((yield* Clock.currentTimeMillis) - begun, limits.lingerMs)
  })
)

/** Watches until the scope closes; fails when there are too many. */
const watchIfRoom = (url: string) =>
  Effect.acquireRelease(
    Effect.flatMap(
      Effect.promise(async () => {
        const abort = new AbortController()
        // A response that nobody holds is collected, and its connection ends with it.
        return { abort, response: await fetch(url, { signal: abort.signal }) }
      }),
      (found) => (found.response.status === 200 ? Effect.succeed(found) : Effect.fail("full"))
    ),
    ({ abort }) => Effect.sync(() => abort.abort())
  )
