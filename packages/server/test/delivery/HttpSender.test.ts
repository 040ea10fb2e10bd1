import type { Socket } from "node:net"
import { delivery, http } from "@backlot/domain/base/Limits"
import { Outbound, type OutboundError, type OutboundRequest } from "@backlot/ports/Outbound"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { layer as layerSender } from "../../src/delivery/HttpSender.ts"
import { type AddressRules, isPrivate } from "../../src/delivery/PrivateAddress.ts"
import { answer, rawEndpoint } from "../fixture/RawEndpoint.ts"

const OK = answer("200 OK", '{"type":1}', "Content-Type: application/json")

const request = (url: string): OutboundRequest => ({
  url,
  headers: { "Content-Type": "application/json", "X-Signature-Timestamp": "1" },
  body: '{"name":"Käpt’n"}',
  capMs: 5_000
})

const post = (url: string) => Effect.flatMap(Outbound, (outbound) => outbound.post(request(url)))

const open = layerSender({ noPrivateEndpoints: false })
const closed = layerSender({ noPrivateEndpoints: true })

describe("a delivery over HTTP", () => {
  it.live("is one POST of exactly these bytes to exactly this URL", () =>
    Effect.gen(function* () {
      const endpoint = yield* rawEndpoint((socket) => socket.write(OK))
      const response = yield* post(endpoint.url)
      assert.deepInclude(response, { status: 200, text: '{"type":1}' })
      assert.deepStrictEqual(response.headers, { "content-length": "10", "content-type": "application/json" })
      const [head = "", body] = endpoint.received().split("\r\n\r\n")
      const [first, ...headers] = head.split("\r\n")
      assert.strictEqual(first, "POST /interactions?a=b HTTP/1.1")
      assert.includeMembers(headers, [
        "Content-Type: application/json",
        "X-Signature-Timestamp: 1",
        `Content-Length: ${Buffer.byteLength(request("").body)}`,
        `Host: 127.0.0.1:${endpoint.port}`
      ])
      assert.strictEqual(body, request("").body)
    }).pipe(Effect.provide(open))
  )

  it.live.each([
    "301 Moved Permanently",
    "302 Found",
    "303 See Other",
    "307 Temporary Redirect",
    "308 Permanent Redirect"
  ])("does not follow %s", (status) =>
    Effect.gen(function* () {
      const other = yield* rawEndpoint((socket) => socket.write(OK))
      const endpoint = yield* rawEndpoint((socket) => socket.write(answer(status, "", `Location: ${other.url}`)))
      assert.strictEqual((yield* post(endpoint.url)).status, Number(status.slice(0, 3)))
      assert.strictEqual(other.connections(), 0)
    }).pipe(Effect.provide(open))
  )

  it.live("takes an answer of as many bytes as allowed", () =>
    Effect.gen(function* () {
      const endpoint = yield* rawEndpoint((socket) =>
        socket.write(answer("200 OK", "x".repeat(delivery.responseBytes)))
      )
      assert.strictEqual((yield* post(endpoint.url)).body.byteLength, delivery.responseBytes)
    }).pipe(Effect.provide(open))
  )

  const cut = (bytes: string) => (socket: Socket) => socket.end(bytes)
  const endless = (socket: Socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n")
    const more = () => {
      while (socket.write("x".repeat(64 * 1024)));
    }
    socket.on("drain", more)
    more()
  }

  it.live.each([
    [
      "is too large",
      (socket: Socket) => socket.write(answer("200 OK", "x".repeat(delivery.responseBytes + 1))),
      "too-large"
    ],
    ["never stops coming", endless, "too-large"],
    ["breaks off", cut("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"), "transport"],
    ["breaks off in its head", cut("HTTP/1.1 200"), "transport"],
    ["is none at all", cut(""), "transport"],
    ["is no HTTP", cut("hello\r\n\r\n"), "transport"],
    [
      "changes the protocol",
      cut("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
      "transport"
    ]
  ] as const)("fails when the answer %s", ([, reply, reason]) =>
    Effect.gen(function* () {
      const endpoint = yield* rawEndpoint(reply)
      assert.strictEqual((yield* Effect.flip(post(endpoint.url))).reason, reason)
    }).pipe(Effect.provide(open))
  )

  it.live("is told of a connection that is refused", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(rawEndpoint(() => undefined))
      assert.strictEqual((yield* Effect.flip(post(url))).reason, "refused")
    }).pipe(Effect.provide(open))
  )

  it.live.each(["ftp://127.0.0.1/", "javascript:1", "not a url", "http://", "//127.0.0.1/", ""])(
    "refuses what is no http or https URL: '%s'",
    (url) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(post(url))).reason, "invalid-url")
      }).pipe(Effect.provide(open))
  )

  it.live("speaks TLS to an https URL", () =>
    Effect.gen(function* () {
      const endpoint = yield* rawEndpoint((socket) => socket.end("no TLS here"))
      assert.strictEqual((yield* Effect.flip(post(endpoint.url.replace("http:", "https:")))).reason, "transport")
      // The first byte of a TLS handshake.
      assert.strictEqual(endpoint.received().charCodeAt(0), 0x16)
    }).pipe(Effect.provide(open))
  )

  it.effect("ends after its cap of real time", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const endpoint = yield* rawEndpoint(() => Deferred.doneUnsafe(arrived, Effect.void))
      const fiber = yield* Effect.forkChild(Effect.flip(post(endpoint.url)))
      yield* Deferred.await(arrived)
      yield* TestClock.adjust(4_999)
      assert.strictEqual(fiber.pollUnsafe(), undefined)
      yield* TestClock.adjust(1)
      const error: OutboundError = yield* Fiber.join(fiber)
      assert.deepInclude(error, { reason: "timeout", message: "No answer within 5000 ms of real time" })
    }).pipe(Effect.provide(open))
  )

  it.live("reads large answers in turns, and gives up a turn that hangs", () =>
    Effect.gen(function* () {
      const file = Buffer.alloc(13 * 1024 * 1024, "x")
      const part = (head: string, body: Uint8Array) =>
        Buffer.concat([Buffer.from(`--b\r\n${head}\r\n\r\n`), body, Buffer.from("\r\n")])
      const json = part('Content-Disposition: form-data; name="payload_json"', Buffer.from('{"type":4}'))
      const body = Buffer.concat([
        ...[json, part('Content-Disposition: form-data; name="files[0]"; filename="a.txt"', file)],
        Buffer.from("--b--\r\n")
      ])
      const head = `HTTP/1.1 200 OK\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`
      const send = (bytes: Uint8Array) => (socket: Socket) => {
        socket.write(head)
        socket.write(bytes)
      }
      const whole = yield* rawEndpoint(send(body))
      const hanging = yield* rawEndpoint(send(body.subarray(0, body.length - 1)))
      const large = (url: string, capMs: number) =>
        Effect.flatMap(Outbound, (outbound) => outbound.post({ ...request(url), capMs, filesBytes: 50 * 1024 * 1024 }))
      // As many as there are turns.
      const held = Array.from({ length: http.largeForms }, () => Effect.exit(large(hanging.url, 700)))
      const holding = yield* Effect.forkChild(Effect.all(held, { concurrency: "unbounded" }))
      const answers = yield* Effect.all(
        Array.from({ length: 4 }, () => large(whole.url, 20_000)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map(({ text, files }) => [text, files?.[0]?.size]),
        answers.map(() => ['{"type":4}', file.length])
      )
      assert.isTrue((yield* Fiber.join(holding)).every(Exit.isFailure))
    }).pipe(Effect.provide(open))
  )

  it.live("goes on beside many others", () =>
    Effect.gen(function* () {
      const endpoint = yield* rawEndpoint((socket) => socket.write(OK))
      const many = Array.from({ length: 400 }, () => post(endpoint.url))
      const answers = yield* Effect.all(many, { concurrency: "unbounded" })
      assert.isTrue(answers.every(({ status }) => status === 200))
      assert.isAtMost(endpoint.connections(), delivery.concurrent)
    }).pipe(Effect.provide(open))
  )

  /** A second post, on the connection kept from the first. */
  const postAgain = (url: string) =>
    Effect.andThen(
      Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve))),
      post(url)
    )

  /** Answers the first request of each connection; `then` handles the next. */
  const onceEach = (then: (socket: Socket) => void) => {
    const answered = new Set<Socket>()
    return (socket: Socket) => {
      if (answered.has(socket)) return then(socket)
      answered.add(socket)
      socket.write(OK)
    }
  }

  it.live("goes out once more when its kept connection breaks before a byte of the answer", () =>
    Effect.gen(function* () {
      const endpoint = yield* rawEndpoint(onceEach((socket) => socket.resetAndDestroy()))
      assert.strictEqual((yield* post(endpoint.url)).status, 200)
      assert.deepInclude(yield* postAgain(endpoint.url), { status: 200, text: '{"type":1}' })
      assert.strictEqual(endpoint.connections(), 2)
    }).pipe(Effect.provide(open))
  )

  it.live("does not go out again once its answer has begun", () =>
    Effect.gen(function* () {
      const endpoint = yield* rawEndpoint(onceEach((socket) => socket.end("HTTP/1.1 2")))
      assert.strictEqual((yield* post(endpoint.url)).status, 200)
      assert.strictEqual((yield* Effect.flip(postAgain(endpoint.url))).reason, "transport")
      assert.strictEqual(endpoint.connections(), 1)
    }).pipe(Effect.provide(open))
  )

  it.live("does not go out again when a connection of its own breaks", () =>
    Effect.gen(function* () {
      const endpoint = yield* rawEndpoint((socket) => socket.resetAndDestroy())
      assert.strictEqual((yield* Effect.flip(post(endpoint.url))).reason, "transport")
      assert.strictEqual(endpoint.connections(), 1)
    }).pipe(Effect.provide(open))
  )

  it.live("goes out no third time", () =>
    Effect.gen(function* () {
      let requests = 0
      const endpoint = yield* rawEndpoint((socket) => (++requests === 1 ? socket.write(OK) : socket.resetAndDestroy()))
      assert.strictEqual((yield* post(endpoint.url)).status, 200)
      assert.strictEqual((yield* Effect.flip(postAgain(endpoint.url))).reason, "transport")
      assert.strictEqual(requests, 3)
    }).pipe(Effect.provide(open))
  )

  it.live("that is given up closes its connection", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const closed = yield* Deferred.make<void>()
      const endpoint = yield* rawEndpoint((socket) => {
        socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        Deferred.doneUnsafe(arrived, Effect.void)
      })
      const fiber = yield* Effect.forkChild(post(endpoint.url))
      yield* Deferred.await(arrived)
      yield* Fiber.interrupt(fiber)
      yield* Deferred.await(closed)
      assert.strictEqual(endpoint.connections(), 1)
    }).pipe(Effect.provide(open))
  )

  it.live("reaches an endpoint that was started anew at its old address", () =>
    Effect.gen(function* () {
      const closing = answer("200 OK", "1", "Connection: keep-alive")
      const endpoint = yield* rawEndpoint((socket) => socket.end(closing))
      assert.strictEqual((yield* post(endpoint.url)).status, 200)
      assert.strictEqual((yield* post(endpoint.url)).status, 200)
      assert.strictEqual(endpoint.connections(), 2)
    }).pipe(Effect.provide(open))
  )
})

describe("with --no-private-endpoints, a delivery", () => {
  it.live.each([
    "127.0.0.1",
    "127.9.9.9",
    "localhost",
    "[::1]",
    "0.0.0.0",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:a00:1]",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "[fd00::1]",
    "[fe80::1]",
    "2130706433",
    "0x7f.1",
    "127.1"
  ])("does not go to %s", (host) =>
    Effect.gen(function* () {
      const endpoint = yield* rawEndpoint((socket) => socket.write(OK))
      const error = yield* Effect.flip(post(`http://${host}:${endpoint.port}/`))
      assert.strictEqual(error.reason, "forbidden-address")
      assert.strictEqual(endpoint.connections(), 0)
    }).pipe(Effect.provide(closed))
  )

  it.live("does not go there over TLS either", () =>
    Effect.gen(function* () {
      for (const host of ["127.0.0.1", "localhost"]) {
        assert.strictEqual((yield* Effect.flip(post(`https://${host}/`))).reason, "forbidden-address")
      }
    }).pipe(Effect.provide(closed))
  )

  /** 127.0.0.1 counts as public here, so that nothing leaves this machine. */
  const resolving = (...answers: ReadonlyArray<string>) => {
    let asked = 0
    const addresses: AddressRules = {
      isPrivate: (host) => host !== "127.0.0.1" && isPrivate(host),
      resolve: (_, __, answer) => answer(null, [{ address: answers[asked++] ?? "", family: 4 }])
    }
    return { sender: layerSender({ noPrivateEndpoints: true }, addresses), asked: () => asked }
  }

  it.live("goes to the address that was judged, whatever the name leads to a moment later", () => {
    const { sender, asked } = resolving("127.0.0.1", "127.0.0.2")
    return Effect.gen(function* () {
      const endpoint = yield* rawEndpoint((socket) => socket.end(answer("200 OK", "1", "Connection: close")))
      const url = `http://rebinding.test:${endpoint.port}/`
      assert.strictEqual((yield* post(url)).status, 200)
      assert.include(endpoint.received(), `Host: rebinding.test:${endpoint.port}`)
      assert.strictEqual(asked(), 1)
      // A new connection is judged by its own answer.
      assert.strictEqual((yield* Effect.flip(post(url))).reason, "forbidden-address")
      assert.deepStrictEqual([asked(), endpoint.connections()], [2, 1])
    }).pipe(Effect.provide(sender))
  })
})
