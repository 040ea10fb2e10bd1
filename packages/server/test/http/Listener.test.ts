import { text } from "node:stream/consumers"
import * as Limits from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { head, open, raw } from "../fixture/Client.ts"
import { listen, post, refusal } from "../fixture/Echo.ts"

const whole = (body: string, ...lines: ReadonlyArray<string>) =>
  `${post(`Content-Length: ${body.length}`, ...lines)}${body}`

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
