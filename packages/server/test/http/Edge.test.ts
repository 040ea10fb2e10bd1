import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import * as Answer from "../../src/http/Answer.ts"
import * as Body from "../../src/http/Body.ts"
import type { Call } from "../../src/http/Route.ts"
import { ask, call, head, open, raw } from "../fixture/Client.ts"
import { listen } from "../fixture/Listening.ts"
import { collect } from "../fixture/Logs.ts"

const shown = ({ params, query }: Call) => Effect.succeed(Answer.json(200, { params, q: query("q") ?? null }))

const ROUTES = {
  "GET /api/v10/things": shown,
  "POST /api/v10/things": shown,
  "GET /api/v10/things/@me": () => Effect.succeed(Answer.json(200, "me")),
  "GET /api/v10/things/:thing_id": shown,
  "DELETE /api/v10/things/:thing_id/parts/:part_id": () => Effect.succeed(Answer.noContent),
  "GET /api/v10/broken": () => Effect.die(new Error("the secret reason"))
}

const NOT_FOUND = { message: "404: Not Found", code: 0 }
const NOT_ALLOWED = { message: "405: Method Not Allowed", code: 0 }
const WRONG_VERSION = { message: "Invalid API version", code: 50041 }
const thing = (id: string, q: string | null = null) => ({ params: { thing_id: id }, q })

const LONGEST = "a".repeat(2048)

describe("the edge", () => {
  it.live.each([
    ["an unknown route is 404", "GET", "/api/v10/nothing", 404, NOT_FOUND],
    ["a wrong method on a known path is 405", "PUT", "/api/v10/things", 405, NOT_ALLOWED],
    ["a wrong method on a path with parameters is 405", "GET", "/api/v10/things/1/parts/2", 405, NOT_ALLOWED],
    ["a method without any route is 405", "PROPFIND", "/api/v10/things", 405, NOT_ALLOWED],
    ["OPTIONS is a method like others", "OPTIONS", "/api/v10/things", 405, NOT_ALLOWED],
    ["a discontinued version is invalid", "GET", "/api/v8/things", 400, WRONG_VERSION],
    ["a future version is invalid", "GET", "/api/v11/nothing", 400, WRONG_VERSION],
    ["a version alone is judged too", "GET", "/api/v8", 400, WRONG_VERSION],
    ["a version before a query is judged too", "GET", "/api/v8?x=1", 400, WRONG_VERSION],
    ["a text that is no version is an unknown route", "GET", "/api/v8x/things", 404, NOT_FOUND],
    ["paths are case-sensitive", "GET", "/api/v10/Things", 404, NOT_FOUND],
    ["the prefix is case-sensitive", "GET", "/API/v10/things", 404, NOT_FOUND],
    ["a trailing slash does not matter", "GET", "/api/v10/things/", 200, { params: {}, q: null }],
    ["a doubled slash does not matter", "GET", "/api//v10/things", 200, { params: {}, q: null }],
    ["a parameter is percent-decoded", "GET", "/api/v10/things/a%20b%2Fc%C3%A9", 200, thing("a b/cé")],
    ["a percent sign in a parameter survives", "GET", "/api/v10/things/100%25", 200, thing("100%")],
    ["a fixed path goes before a parameter", "GET", "/api/v10/things/@me", 200, "me"],
    ["the first value of a query parameter counts", "GET", "/api/v10/things/1?q=a%20b&q=c", 200, thing("1", "a b")],
    ["a parameter of 2048 characters passes", "GET", `/api/v10/things/${LONGEST}`, 200, thing(LONGEST)],
    ["a longer parameter is an unknown route", "GET", `/api/v10/things/${LONGEST}a`, 404, NOT_FOUND],
    ["a broken percent-encoding is an unknown route", "GET", "/api/v10/things/%ZZ", 404, NOT_FOUND],
    ["so is a cut one", "GET", "/api/v10/things/%E0%A4%A", 404, NOT_FOUND],
    ["so is one that is no UTF-8", "GET", "/api/v10/things/%FF", 404, NOT_FOUND],
    ["a broken percent-encoding in the query is harmless", "GET", "/api/v10/things/1?q=%ZZ", 200, thing("1", "%ZZ")],
    ["dots are not resolved", "GET", "/api/v10/../v10/things", 404, NOT_FOUND],
    ["a target in absolute form is read by its path", "GET", "http://elsewhere/api/v10/things/1", 200, thing("1")]
  ] as const)("%s", ([, method, path, status, body]) =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const request = head(`${method} ${path} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close")
      const [top = "", ...rest] = (yield* raw(url, request)).split("\r\n\r\n")
      assert.strictEqual(top.split(" ")[1], String(status))
      assert.deepStrictEqual(JSON.parse(rest.join("")), body)
    })
  )

  it.live.each([
    ["none", [], 400],
    ["one", ["HOST: 127.0.0.1"], 200],
    ["two that differ", ["Host: 127.0.0.1", "Host: evil.example"], 400],
    ["two that are the same", ["Host: 127.0.0.1", "host: 127.0.0.1"], 400]
  ] as const)("answers a request with Host headers, %s, by RFC 9112", ([, hosts, status]) =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const request = head("GET /api/v10/things HTTP/1.1", ...hosts, "Connection: close")
      assert.strictEqual((yield* raw(url, request)).split(" ")[1], String(status))
    })
  )

  it.live("HEAD has the headers of GET and no body", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const get = yield* call(`${url}/api/v10/things`)
      const only = yield* call(`${url}/api/v10/things`, { method: "HEAD" })
      const { date: _, ...headers } = get.headers
      assert.include(only.headers, headers)
      assert.strictEqual(only.text, "")
    })
  )

  it.live("HEAD of a path without GET is 405", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const { status } = yield* call(`${url}/api/v10/things/1/parts/2`, { method: "HEAD" })
      assert.strictEqual(status, 405)
    })
  )

  it.live("a client that offers another protocol is answered in this one, its body read", () =>
    Effect.gen(function* () {
      const url = yield* listen({
        "POST /length": (call: Call) =>
          Effect.map(Effect.orDie(Body.bytes(call, 10)), ({ byteLength }) => Answer.json(200, byteLength))
      })
      const lines = ["Host: 127.0.0.1", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "Content-Length: 5"]
      const answer = yield* raw(url, `${head("POST /length HTTP/1.1", ...lines)}hello`)
      assert.match(answer, /^HTTP\/1\.1 200 .*\r\n\r\n5$/s)
    })
  )

  it.live("405 says which methods the path has", () =>
    Effect.gen(function* () {
      const { headers } = yield* call(`${yield* listen(ROUTES)}/api/v10/things`, { method: "PUT" })
      assert.strictEqual(headers["allow"], "GET, POST")
    })
  )

  it.live("a defect is a 500 that says nothing about it, and is logged with its cause", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const answer = yield* ask(`${url}/api/v10/broken`)
      assert.deepStrictEqual(answer, { status: 500, body: { message: "500: Internal Server Error", code: 0 } })
      assert.strictEqual(logs.lines.length, 1)
      assert.match(logs.lines[0] ?? "", /^Error .*defect.*the secret reason/s)
      assert.strictEqual((yield* call(`${url}/api/v10/things`)).status, 200)
    }).pipe(Effect.provide(logs.layer))
  })

  it.live("a client that goes away ends what waits for something outside, which is no defect", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<void>()
      const url = yield* listen({
        ...ROUTES,
        "GET /waits": () =>
          Deferred.succeed(begun, undefined).pipe(
            Effect.andThen(Effect.interruptible(Effect.never)),
            Effect.onInterrupt(() => Deferred.succeed(ended, undefined))
          )
      })
      const socket = yield* open(url, head("GET /waits HTTP/1.1", "Host: 127.0.0.1"))
      yield* Deferred.await(begun)
      socket.destroy()
      yield* Deferred.await(ended)
      assert.strictEqual((yield* call(`${url}/api/v10/things`)).status, 200)
      assert.deepStrictEqual(logs.lines, [])
    }).pipe(Effect.provide(logs.layer))
  })

  it.live("a client that goes away does not stop a change half-way", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const allowed = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<string>()
      const change = Deferred.succeed(begun, undefined).pipe(
        Effect.andThen(Deferred.await(allowed)),
        Effect.andThen(Deferred.succeed(ended, "whole")),
        Effect.as(Answer.noContent),
        Effect.onInterrupt(() => Deferred.succeed(ended, "half"))
      )
      const url = yield* listen({ ...ROUTES, "GET /changes": () => change })
      const socket = yield* open(url, head("GET /changes HTTP/1.1", "Host: 127.0.0.1"))
      yield* Deferred.await(begun)
      socket.destroy()
      assert.strictEqual((yield* call(`${url}/api/v10/things`)).status, 200)
      yield* Deferred.succeed(allowed, undefined)
      assert.strictEqual(yield* Deferred.await(ended), "whole")
      assert.deepStrictEqual(logs.lines, [])
    }).pipe(Effect.provide(logs.layer))
  })
})

describe("a wrong method", () => {
  it.live("is told which methods the path has", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const request = head("PUT /api/v10/things HTTP/1.1", "Host: 127.0.0.1", "Connection: close")
      assert.match(yield* raw(url, request), /\r\nallow: GET, POST\r\n/i)
    })
  )
})
