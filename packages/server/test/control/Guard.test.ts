import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { call, head, raw } from "../fixture/Client.ts"
import { at, LIVE, Running, running, SECRETS } from "../fixture/Running.ts"

const PLACES = ["/api/v10/gateway", "/control/v1/health", "/", "/nowhere", "/attachments/1/2/x"]

layer(running({ allowedHosts: ["backlot.test"] }), LIVE)("on a loopback bind", (it) => {
  it.effect.each([
    "127.0.0.1",
    "127.0.0.1:80",
    "localhost",
    "LOCALHOST:6780",
    "[::1]",
    "[::1]:6780",
    "backlot.test",
    "Backlot.Test:443"
  ])("a request for the host %s is answered", (host) =>
    Effect.gen(function* () {
      const { status } = yield* call(yield* at("/api/v10/gateway"), { headers: { host } })
      assert.strictEqual(status, 200)
    })
  )

  it.effect.each([
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil.example:6780",
    "0.0.0.0",
    "::1",
    "[::2]",
    "localhost:6780:6780"
  ])("a request for the host %s is refused on every surface", (host) =>
    Effect.gen(function* () {
      for (const path of PLACES) {
        const { status, text } = yield* call(yield* at(path), { headers: { host } })
        assert.strictEqual(status, 403, path)
        assert.deepInclude(JSON.parse(text), { code: 0 })
      }
    })
  )

  it.effect("a request without a host is refused", () =>
    Effect.gen(function* () {
      assert.match(yield* raw(yield* at(""), head("GET /api/v10/gateway HTTP/1.0")), /^HTTP\/1\.1 403 /)
      const answer = yield* raw(yield* at(""), head("GET /api/v10/gateway HTTP/1.1", "Connection: close"))
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.isTrue(answer.endsWith('{"message":"400: Bad Request","code":0}'), answer)
    })
  )

  it.effect("the host of a target in absolute form counts, not the header", () =>
    Effect.gen(function* () {
      const target = "GET http://evil.example/api/v10/gateway HTTP/1.1"
      const answer = yield* raw(yield* at(""), head(target, "Host: 127.0.0.1", "Connection: close"))
      assert.match(answer, /^HTTP\/1\.1 403 /)
    })
  )

  it.effect.each([
    ["https://evil.example", 403],
    ["http://evil.example:6780", 403],
    ["http://127.0.0.1.evil.example", 403],
    ["http://localhost:1", 403],
    ["null", 403],
    ["file://", 403],
    ["not a url", 403]
  ] as const)("the control plane refuses the foreign origin %s", ([origin, status]) =>
    Effect.gen(function* () {
      for (const [method, path] of [
        ["GET", "/health"],
        ["POST", "/reset"],
        ["GET", "/events"]
      ] as const) {
        const answer = yield* call(yield* at(`/control/v1${path}`), { method, headers: { origin } })
        assert.strictEqual(answer.status, status, path)
      }
    })
  )

  it.effect.each(["127.0.0.1", "localhost", "[::1]", "backlot.test"])(
    "the control plane takes its own origin by the name %s",
    (name) =>
      Effect.gen(function* () {
        const { port } = new URL(yield* at(""))
        const headers = { origin: `http://${name}:${port}`, host: `127.0.0.1:${port}` }
        assert.strictEqual((yield* call(yield* at("/control/v1/health"), { headers })).status, 200)
      })
  )

  it.effect("the REST surface does not ask where a page comes from", () =>
    Effect.gen(function* () {
      const headers = { origin: "https://evil.example" }
      assert.strictEqual((yield* call(yield* at("/api/v10/gateway"), { headers })).status, 200)
    })
  )

  it.effect("the control plane needs no token", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Running).controlToken, undefined)
      assert.strictEqual((yield* call(yield* at("/control/v1/health"))).status, 200)
    })
  )
})

layer(running({ controlToken: "control-secret" }), LIVE)("with a control token", (it) => {
  it.effect.each([
    ["no token", {}, 401],
    ["a wrong token", { authorization: "Bearer control-secreT" }, 401],
    ["a longer token", { authorization: "Bearer control-secret2" }, 401],
    ["an empty token", { authorization: "Bearer " }, 401],
    ["another scheme", { authorization: "Bot control-secret" }, 401],
    ["a bot token", { authorization: `Bot ${SECRETS.bot}` }, 401],
    ["the right token", { authorization: "Bearer control-secret" }, 200]
  ] as const)("%s is judged at every route of the control plane", ([, headers, status]) =>
    Effect.gen(function* () {
      for (const path of ["/health", "/world", "/clock", "/openapi.json", "/events"]) {
        // HEAD, because the event stream would not end.
        const answer = yield* call(yield* at(`/control/v1${path}`), { method: "HEAD", headers })
        assert.strictEqual(answer.status, status, path)
      }
    })
  )

  it.effect("the refusal says what is missing, and nothing is changed", () =>
    Effect.gen(function* () {
      const refused = yield* call(yield* at("/control/v1/clock"), { json: { mode: "frozen" } })
      assert.match(refused.text, /Authorization: Bearer <control token>/)
      const wrong = yield* call(yield* at("/control/v1/health"), { headers: { authorization: "Bearer wrong" } })
      assert.match(wrong.text, /This is not the control token of this server/)
      const headers = { authorization: "Bearer control-secret" }
      assert.match((yield* call(yield* at("/control/v1/clock"), { headers })).text, /"real"/)
    })
  )

  it.effect("the other surfaces do not ask for it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* call(yield* at("/api/v10/gateway"))).status, 200)
      assert.strictEqual((yield* call(yield* at("/"))).status, 200)
    })
  )
})

describe("on any other bind", () => {
  it.live("every host is answered, and the control plane has a token that was made", () =>
    Effect.gen(function* () {
      const { controlToken } = yield* Running
      assert.match(controlToken ?? "", /^[A-Za-z0-9]{32}$/)
      const host = "backlot.example"
      assert.strictEqual((yield* call(yield* at("/api/v10/gateway"), { headers: { host } })).status, 200)
      assert.strictEqual((yield* call(yield* at("/control/v1/health"), { headers: { host } })).status, 401)
      const authorization = `Bearer ${controlToken}`
      assert.strictEqual(
        (yield* call(yield* at("/control/v1/health"), { headers: { host, authorization } })).status,
        200
      )
    }).pipe(Effect.provide(running({ host: "0.0.0.0" })))
  )
})
