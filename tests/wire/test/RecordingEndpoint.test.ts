import { connect } from "node:net"
import { start } from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"

const post = (url: string, body: string) =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(url, { method: "POST", headers: { "x-name": "Käpt’n".slice(0, 1) }, body, signal })
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() }
  })

const hello = () => Effect.succeed({ json: { hello: "Käpt’n" } })

describe("a recording endpoint", () => {
  it.live("records what it receives, byte by byte", () =>
    Effect.gen(function* () {
      const { url, received } = yield* start(hello)
      yield* post(`${url}?a=b`, '{"name":"Käpt’n"}')
      assert.strictEqual(received.length, 1)
      assert.deepInclude(received[0], { method: "POST", url: "/interactions?a=b", body: '{"name":"Käpt’n"}' })
      assert.deepInclude(received[0]?.headers, { "x-name": "K" })
    })
  )

  it.live.each([
    ["JSON", { json: { a: 1 } }, { status: 200, type: "application/json", text: '{"a":1}' }],
    ["JSON null", { json: null }, { status: 200, type: "application/json", text: "null" }],
    ["a status alone", { status: 204 }, { status: 204, type: null, text: "" }],
    ["text", { status: 401, body: "no" }, { status: 401, type: null, text: "no" }],
    ["a type of its own", { json: 1, headers: { "content-type": "a/b" } }, { status: 200, type: "a/b", text: "1" }],
    ["bytes", { body: Uint8Array.of(0x68, 0x69) }, { status: 200, type: null, text: "hi" }]
  ] as const)("answers by its script: %s", ([, answer, expected]) =>
    Effect.gen(function* () {
      const { url } = yield* start(() => Effect.succeed(answer))
      assert.deepStrictEqual(yield* post(url, ""), expected)
    })
  )

  it.live("takes another script for the requests that follow", () =>
    Effect.gen(function* () {
      const { url, answerWith } = yield* start(hello)
      assert.strictEqual((yield* post(url, "")).status, 200)
      yield* answerWith(({ body }) => Effect.succeed({ status: 500, body }))
      assert.deepInclude(yield* post(url, "broken"), { status: 500, text: "broken" })
    })
  )

  it.live("lets a test wait for each request in turn", () =>
    Effect.gen(function* () {
      const { url, take } = yield* start(hello)
      const first = yield* Effect.forkChild(take)
      yield* post(url, "one")
      yield* post(url, "two")
      assert.strictEqual((yield* Fiber.join(first)).body, "one")
      assert.strictEqual((yield* take).body, "two")
    })
  )

  it.live("leaves a request open as long as its script runs, and cuts it with the scope", () =>
    Effect.gen(function* () {
      const asking = yield* Effect.scoped(
        Effect.gen(function* () {
          const { url, take } = yield* start(() => Effect.never)
          const fiber = yield* Effect.forkDetach(Effect.flip(post(url, "")))
          yield* take
          assert.strictEqual(fiber.pollUnsafe(), undefined)
          return fiber
        })
      )
      assert.strictEqual((yield* Fiber.join(asking))._tag, "UnknownError")
    })
  )

  it.live("never received a request that was cut while it came", () =>
    Effect.gen(function* () {
      const { url, received } = yield* start(hello)
      const { hostname, port } = new URL(url)
      yield* Effect.callback<void>((resume) => {
        const socket = connect(Number(port), hostname)
        socket.end("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf")
        socket.on("close", () => resume(Effect.void))
        socket.resume()
      })
      yield* post(url, "whole")
      assert.deepStrictEqual(
        received.map(({ body }) => body),
        ["whole"]
      )
    })
  )
})
