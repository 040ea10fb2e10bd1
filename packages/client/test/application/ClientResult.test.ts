import { type AddressInfo, createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import { AuthorizationTokenType } from "../../src/application/AuthorizationTokenType.ts"
import { Client } from "../../src/application/Client.ts"
import { resultOf } from "../../src/application/ClientResult.ts"
import { type Reply, serving } from "./FakeService.ts"

/** How a call ends that the service answers like this. */
const ending = Effect.fnUntraced(function* (reply: Reply) {
  const { client } = yield* serving(() => reply)
  client.updateToken(AuthorizationTokenType.Bearer, "access")
  return yield* resultOf(client.joinLinkedLobbyGuild("5"))
})

describe("the result of a call", () => {
  it.effect("is successful with its value", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ending({ body: { code: "abc" } }), { successful: true, value: { code: "abc" } })
    })
  )

  it.effect.each<[string, Reply, object]>([
    [
      "a rate limit is retryable after the seconds that its body names",
      {
        status: 429,
        body: { message: "You are being rate limited.", retry_after: 1.25, global: false },
        headers: { "retry-after": "2" }
      },
      { type: "HTTPError", error: "You are being rate limited.", status: 429, retryable: true, retryAfter: 1.25 }
    ],
    [
      "a blocked address is retryable after the seconds of the header",
      { status: 429, body: "<html>", headers: { "retry-after": "600" } },
      { type: "HTTPError", status: 429, errorCode: 0, retryable: true, retryAfter: 600 }
    ],
    [
      "a 429 without a time is retryable at any time",
      { status: 429, body: "", headers: { "retry-after": "soon" } },
      { status: 429, retryable: true, retryAfter: 0 }
    ],
    [
      "what is unknown has its code and message, and stays unknown",
      { status: 404, body: { message: "Unknown Lobby", code: 10031 } },
      { type: "HTTPError", error: "Unknown Lobby", errorCode: 10031, status: 404, retryable: false, retryAfter: 0 }
    ],
    [
      "a failure of the server is retryable",
      { status: 500, body: "" },
      { status: 500, retryable: true, retryAfter: 0 }
    ],
    [
      "a time to wait goes with a 429 alone",
      { status: 503, body: "", headers: { "retry-after": "5" } },
      { status: 503, retryable: true, retryAfter: 0 }
    ],
    [
      "a redirect is no answer",
      { status: 302, body: { code: "abc" } },
      { type: "HTTPError", status: 302, retryable: false }
    ],
    [
      "an answer that is none of the service's has no status",
      { status: 200, body: "<html>" },
      { type: "NetworkError", status: 0, errorCode: 0, retryable: true }
    ]
  ])("%s", ([, reply, told]) =>
    Effect.gen(function* () {
      assert.deepInclude(yield* ending(reply), { successful: false, ...told })
    })
  )

  it.effect("a client without a token is not ready", () =>
    Effect.gen(function* () {
      const { client } = yield* serving(() => ({}))
      const result = yield* resultOf(client.getUserGuilds())
      assert.deepInclude(result, { successful: false, type: "ClientNotReady", status: 0, retryable: false })
    })
  )
})

describe("a server that is not there", () => {
  it.live("is a network error that says so", () =>
    Effect.gen(function* () {
      const url = `http://127.0.0.1:${yield* Effect.promise(freePort)}`
      const result = yield* resultOf(Client.open({ url }).refreshToken(1n, "r"))
      assert.deepInclude(result, { successful: false, type: "NetworkError", status: 0, retryable: true })
      assert.include(result.successful ? "" : result.error, "ECONNREFUSED")
    })
  )
})

describe("a server at two addresses, of which none is there", () => {
  it.effect("is a network error with what both have in common", () =>
    Effect.gen(function* () {
      const both = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })
      const lost = HttpClient.make((request) => {
        const cause = new TypeError("fetch failed", { cause: both })
        return Effect.fail(new HttpClientError({ reason: new TransportError({ request, cause }) }))
      })
      const client = yield* Effect.provideService(Client.make({ url: "http://localhost" }), HttpClient.HttpClient, lost)
      const result = yield* resultOf(client.refreshToken(1n, "r"))
      assert.include(result.successful ? "" : result.error, "no answer: ECONNREFUSED")
    })
  )
})

/** Where nothing listens. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      // A server that listens on TCP has such an address.
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

describe("every wait has a bound", () => {
  it.live("a service that does not answer is a network error", () =>
    Effect.gen(function* () {
      const { client } = yield* serving(() => new Promise(() => {}), { timeout_ms: 20 })
      const result = yield* resultOf(client.refreshToken(1n, "r"))
      assert.deepInclude(result, { successful: false, type: "NetworkError", retryable: true })
    })
  )
})
