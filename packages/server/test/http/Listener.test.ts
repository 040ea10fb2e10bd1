import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import * as Limits from "@backlot/domain/base/Limits"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Answer from "../../src/http/Answer.ts"
import * as Body from "../../src/http/Body.ts"
import { edge } from "../../src/http/Edge.ts"
import { type Bounds, makeServer } from "../../src/http/Listener.ts"
import type { Handler } from "../../src/http/Route.ts"
import { head, open, raw } from "../fixture/Client.ts"

const QUICK = { ...Limits.http, headersTimeoutMs: 40, requestTimeoutMs: 80, timeoutCheckMs: 10, closeGraceMs: 20 }

const echo: Handler<never, never> = (call) =>
  Effect.match(Body.json(call), { onFailure: Answer.failure, onSuccess: (value) => Answer.json(200, value) })

/** The edge with one echo route, on a server of `makeServer`. */
const listen = Effect.fnUntraced(function* (bounds: Bounds = Limits.http) {
  const server: Server = makeServer(bounds)
  const listener = yield* NodeHttpServer.make(() => server, { host: "127.0.0.1", port: 0 })
  yield* listener.serve(edge([{ method: "POST", path: "/echo", name: "echo", handler: echo }], { hosts: undefined }))
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  // It listens on TCP, so its address has a port.
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
})

const post = (...lines: ReadonlyArray<string>) =>
  head("POST /echo HTTP/1.1", "Host: a", "Content-Type: application/json", ...lines)

const whole = (body: string, ...lines: ReadonlyArray<string>) =>
  `${post(`Content-Length: ${body.length}`, ...lines)}${body}`

/** HTTP itself refuses these: an answer in the platform's shape, then the end of the connection. */
const refusal = (status: string) => {
  const body = JSON.stringify({ message: status.replace(" ", ": "), code: 0 })
  const lines = [
    `HTTP/1.1 ${status}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "connection: close"
  ]
  return `${head(...lines)}${body}`
}

describe("what HTTP itself refuses has a JSON body", () => {
  it.live.each([
    ["bytes that are no HTTP", "\x16\x03\x01nonsense\r\n\r\n", "400 Bad Request"],
    ["an unknown method", head("FOO / HTTP/1.1", "Host: a"), "400 Bad Request"],
    ["a length that is no number", post("Content-Length: -1"), "400 Bad Request"],
    ["two lengths", post("Content-Length: 1", "Content-Length: 2"), "400 Bad Request"],
    [
      "a length beside chunks",
      `${post("Content-Length: 1", "Transfer-Encoding: chunked")}0\r\n\r\n`,
      "400 Bad Request"
    ],
    ["a chunk without a size", `${post("Transfer-Encoding: chunked")}zz\r\n`, "400 Bad Request"],
    ["a header with a NUL", head("GET / HTTP/1.1", "Host: a", "X-A: \0"), "400 Bad Request"],
    [
      "a head of more than 16 KiB",
      post(`X-A: ${"a".repeat(Limits.http.headBytes)}`),
      "431 Request Header Fields Too Large"
    ],
    [
      "a request target of more than 16 KiB",
      head(`GET /${"a".repeat(Limits.http.headBytes)} HTTP/1.1`),
      "431 Request Header Fields Too Large"
    ],
    ["a tunnel", head("CONNECT a:1 HTTP/1.1", "Host: a"), "405 Method Not Allowed"]
  ] as const)("%s", ([, bytes, status]) =>
    Effect.gen(function* () {
      const { url } = yield* listen()
      assert.strictEqual(yield* raw(url, bytes), refusal(status))
    })
  )

  it.live("an expectation other than 100-continue", () =>
    Effect.gen(function* () {
      const { url } = yield* listen()
      const answer = yield* raw(url, post("Expect: a miracle", "Content-Length: 1"))
      assert.match(
        answer,
        /^HTTP\/1\.1 417 .*content-type: application\/json\r\n.*\{"message":"417: Expectation Failed","code":0\}$/is
      )
    })
  )

  it.live("but an answer that stands before it goes first", () =>
    Effect.gen(function* () {
      const { url } = yield* listen()
      const answers = yield* raw(url, `${whole("1")}nonsense\r\n\r\n`)
      assert.match(answers, /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n1HTTP\/1\.1 400 Bad Request\r\n/s)
    })
  )
})

describe("a client that is slow", () => {
  it.live.each([
    ["with its head is cut off", "POST /echo HTTP/1.1\r\nHost: a\r\n"],
    ["with its body is cut off", `${post("Content-Length: 10")}{`],
    ["with its chunks is cut off", `${post("Transfer-Encoding: chunked")}1\r\n{\r\n`]
  ] as const)("%s with 408", ([, bytes]) =>
    Effect.gen(function* () {
      const { url } = yield* listen(QUICK)
      assert.strictEqual(yield* raw(url, bytes), refusal("408 Request Timeout"))
    })
  )

  it("has as long as the limits say", () => {
    const server = makeServer()
    assert.deepInclude(server, {
      headersTimeout: Limits.http.headersTimeoutMs,
      requestTimeout: Limits.http.requestTimeoutMs,
      maxConnections: Limits.http.connections
    })
  })
})

describe("a client that goes on sending", () => {
  it.live.each([
    ["more than it declared", post(`Content-Length: ${Limits.http.bodyBytes + 1}`), "x"],
    ["chunks beyond the bound", post("Transfer-Encoding: chunked"), `4000\r\n${"x".repeat(0x4000)}\r\n`]
  ] as const)("%s is answered 413, and the connection ends", ([, start, more]) =>
    Effect.gen(function* () {
      const { url } = yield* listen()
      const socket = yield* open(url, start)
      // Sends as long, and as fast, as the server reads.
      const write = () => {
        while (socket.writable && socket.write(more.repeat(16)));
      }
      socket.removeAllListeners("error")
      socket.on("error", () => socket.destroy())
      socket.on("drain", write)
      write()
      const answer = yield* Effect.promise(() => text(socket).catch(() => ""))
      assert.match(answer, /^HTTP\/1\.1 413 .*"code":40005\}$/s)
      assert.isBelow(socket.bytesWritten, 64 * 1024 * 1024)
    })
  )
})

describe("requests in one write", () => {
  it.live("are answered all, in their order", () =>
    Effect.gen(function* () {
      const { url } = yield* listen()
      const numbers = Array.from({ length: 100 }, (_, i) => i)
      const requests = numbers.map((n) => whole(String(n), ...(n === 99 ? ["Connection: close"] : [])))
      const answers = yield* raw(url, requests.join(""))
      assert.deepStrictEqual(
        [...answers.matchAll(/\r\n\r\n(\d+)/g)].map(([, n]) => Number(n)),
        numbers
      )
    })
  )
})

describe("older and other forms of HTTP", () => {
  it.live.each([
    [
      "HTTP/1.0 needs no host",
      "POST /echo HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n1",
      200
    ],
    ["HTTP/1.1 does", "POST /echo HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["HTTP/2 is not spoken", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["OPTIONS of the server as a whole is no route", head("OPTIONS * HTTP/1.1", "Host: a", "Connection: close"), 404],
    [
      "a target may be absolute",
      `${head("POST http://b/echo HTTP/1.1", "Host: a", "Content-Type: application/json", "Content-Length: 1", "Connection: close")}1`,
      200
    ]
  ] as const)("%s", ([, bytes, status]) =>
    Effect.gen(function* () {
      const { url } = yield* listen()
      assert.match(yield* raw(url, bytes), new RegExp(`^HTTP/1\\.1 ${status} `))
    })
  )
})
