/** Clients that send slowly, or never, and clients that never read: each loses its connection, and others are served. */
import { text } from "node:stream/consumers"
import * as Limits from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { makeServer } from "../../src/http/Listener.ts"
import { call, head, open, raw } from "../fixture/Client.ts"
import { listen, post, refusal } from "../fixture/Echo.ts"

const QUICK = { ...Limits.http, headersTimeoutMs: 40, requestTimeoutMs: 80, timeoutCheckMs: 10, closeGraceMs: 20 }
const TIMEOUT = refusal("408 Request Timeout")
const DEEP = (process.env["BACKLOT_DEEP"] ?? "") !== ""

/** How many slow clients come at once. */
const CROWD = DEEP ? 2_000 : 100

const STARTS = [
  ["nothing", ""],
  ["half a request line", "POST /ec"],
  ["half a head", "POST /echo HTTP/1.1\r\nHost: a\r\n"],
  ["half a body", `${post("Content-Length: 10")}{`],
  ["half a body in chunks", `${post("Transfer-Encoding: chunked")}1\r\n{\r\n`],
  ["half an upgrade", "GET /gateway HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"]
] as const

/** What goes on for ever, a piece at a time; each piece is some activity of the connection. */
const DRIPS = [
  ["its head", "POST /echo HTTP/1.1\r\nHost: a\r\n", "X-A: b\r\n"],
  ["one line of its head", "POST /echo HTTP/1.1\r\nX-A: ", "b"],
  ["empty lines before its head", "", "\r\n"],
  ["its body", post("Content-Length: 100000"), "1"],
  ["its chunks", post("Transfer-Encoding: chunked"), "1\r\n1\r\n"],
  ["the extension of a chunk", `${post("Transfer-Encoding: chunked")}1;`, "a"]
] as const

/** The time of one request of another client, which is served meanwhile, unless this process itself held it up too long. */
const pause = (url: string, { headersTimeoutMs }: { readonly headersTimeoutMs: number }) =>
  Effect.gen(function* () {
    const began = performance.now()
    const exit = yield* Effect.exit(call(`${url}/echo`, { json: 1 }))
    if (performance.now() - began >= headersTimeoutMs) return
    assert.strictEqual(Exit.isSuccess(exit) ? exit.value.text : String(exit.cause), "1")
  })

/** Everything that the server sends while a client sends `piece` again and again. */
const drip = (url: string, start: string, piece: string) =>
  Effect.gen(function* () {
    const socket = yield* open(url, start)
    socket.removeAllListeners("error")
    socket.on("error", () => socket.destroy())
    const received = text(socket).catch(() => "")
    while (socket.writable) {
      socket.write(piece)
      yield* pause(url, QUICK)
    }
    return yield* Effect.promise(() => received)
  }).pipe(Effect.scoped)

describe("a client that sends slowly", () => {
  it.live.each(STARTS)("%s, and then no more, is cut off with 408", ([, bytes]) =>
    Effect.gen(function* () {
      const { url } = yield* listen(QUICK)
      assert.strictEqual(yield* raw(url, bytes), TIMEOUT)
    })
  )

  it.live.each(DRIPS)("%s without an end is cut off, however often it sends", ([, start, piece]) =>
    Effect.gen(function* () {
      const { url } = yield* listen(QUICK)
      assert.include([TIMEOUT, ""], yield* drip(url, start, piece))
    })
  )

  it.live(`does not keep others waiting, even with ${CROWD} of its kind`, () =>
    Effect.gen(function* () {
      const { url, server } = yield* listen({ ...QUICK, headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 })
      const slow = yield* Effect.forEach(
        Array.from({ length: CROWD }, (_, i) => STARTS[i % STARTS.length]?.[1] ?? ""),
        (bytes) => Effect.forkScoped(Effect.flatMap(open(url, bytes), () => Effect.never))
      )
      for (let i = 0; i < 20; i++) {
        assert.strictEqual((yield* call(`${url}/echo`, { json: i })).text, String(i))
      }
      yield* Fiber.interruptAll(slow)
      server.closeAllConnections()
    })
  )

  it("has as long as the limits say", () => {
    const server = makeServer()
    assert.deepInclude(server, {
      headersTimeout: Limits.http.headersTimeoutMs,
      requestTimeout: Limits.http.requestTimeoutMs,
      keepAliveTimeout: Limits.http.keepAliveTimeoutMs,
      maxConnections: Limits.http.connections
    })
  })
})

describe("a client that never reads", () => {
  const MIB = 2 ** 20

  it.live("and asks again and again is read no further, while others are served", () =>
    Effect.gen(function* () {
      const { url, server } = yield* listen(Limits.http, "x".repeat(MIB / 4))
      const held = new Set<{ readonly writableLength: number }>()
      server.on("connection", (socket) => held.add(socket))
      const request = head("GET /large HTTP/1.1", "Host: a", `X-Pad: ${"x".repeat(4_000)}`)
      const socket = yield* open(url, "")
      socket.pause()
      let asked = 0
      // Asks until the server has stopped reading; a server that goes on would answer 20,000 times.
      while (asked < 20_000 && socket.writableLength < MIB) {
        for (let i = 0; i < 500; i++) socket.write(request)
        asked += 500
        yield* pause(url, Limits.http)
      }
      assert.isBelow(asked, 20_000)
      // What waits for it in this process: bytes, not only answers, have a bound.
      const waiting = [...held].reduce((sum, { writableLength }) => sum + writableLength, 0)
      assert.isBelow(waiting, 32 * MIB)
    })
  )
})
