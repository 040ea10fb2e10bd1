import type { Socket } from "node:net"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { call, head, open, raw } from "../fixture/Client.ts"
import { at, LIVE, Running, running, SECRETS } from "../fixture/Running.ts"
import { connect, connectTo, IDENTIFY, login } from "./Bot.ts"
import { given } from "./World.ts"

const ws = (path: string) => Effect.map(at(path), (url) => url.replace("http", "ws"))

const UPGRADE = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
const KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="

/** The chunks that a socket receives, in order, until one of them matches. */
const chunksUntil = (socket: Socket, last: RegExp) =>
  Effect.callback<ReadonlyArray<string>>((resume) => {
    const chunks: Array<string> = []
    socket.on("data", (chunk) => {
      chunks.push(String(chunk))
      if (last.test(String(chunk))) resume(Effect.succeed(chunks))
    })
  })

layer(running({ world: given }), LIVE)("an upgrade", (it) => {
  it.effect.each(["/gateway", "/gateway/", "/", "", "/?v=9&encoding=json", "//gateway//?v=10"])(
    "at %s opens a connection",
    (path) =>
      Effect.gen(function* () {
        const bot = yield* connectTo(yield* ws(path))
        assert.strictEqual((yield* bot.next).op, 10)
      })
  )

  it.effect.each([
    ["another path", "/api/v10/gateway/other", {}, 404],
    ["a foreign Host", "/gateway", { host: "evil.test" }, 403],
    ["a foreign Origin", "/gateway", { origin: "http://evil.test" }, 403]
  ] as const)("of %s is refused", ([, path, headers, status]) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(connectTo(yield* ws(path), { headers }))
      assert.strictEqual(refused.status, status)
    })
  )

  it.effect("of its own origin is taken", () =>
    Effect.gen(function* () {
      const bot = yield* connectTo(yield* ws("/gateway"), { headers: { origin: yield* at("") } })
      assert.strictEqual((yield* bot.next).op, 10)
    })
  )

  it.effect("to something else than a WebSocket is answered as a request", () =>
    Effect.gen(function* () {
      const lines = ["GET /api/v10/gateway HTTP/1.1", "Host: localhost", "Connection: Upgrade, close", "Upgrade: h2c"]
      assert.match(yield* raw(yield* at(""), head(...lines)), /^HTTP\/1\.1 200 /)
    })
  )

  it.effect("without a key is a bad request", () =>
    Effect.gen(function* () {
      const answer = yield* raw(yield* at(""), head("GET /gateway HTTP/1.1", "Host: localhost", ...UPGRADE))
      assert.match(answer, /^HTTP\/1\.1 400 /)
    })
  )

  it.effect.each([
    ["HELLO", "/gateway", /"op":10/],
    ["a refusal", "/gateway?v=8", /Invalid API version/]
  ] as const)("is answered before %s comes, for clients that read the socket a little later", ([, path, greeting]) =>
    Effect.gen(function* () {
      const lines = [`GET ${path} HTTP/1.1`, "Host: localhost", ...UPGRADE, KEY]
      const socket = yield* open(yield* at(""), head(...lines))
      const [first = "", ...others] = yield* chunksUntil(socket, greeting)
      assert.match(first, /^HTTP\/1\.1 101 .*\r\n\r\n$/s)
      assert.match(others.join(""), greeting)
    })
  )

  it.effect("of a client that speaks first has HELLO before every answer", () =>
    Effect.gen(function* () {
      const beat = Buffer.from('{"op":1,"d":null}')
      const lines = head("GET /gateway HTTP/1.1", "Host: localhost", ...UPGRADE, KEY)
      // A mask of zeros leaves the payload unchanged.
      const frame = Buffer.concat([Buffer.of(0x81, 0x80 | beat.length, 0, 0, 0, 0), beat])
      const socket = yield* open(yield* at(""), Buffer.concat([Buffer.from(lines), frame]))
      const all = (yield* chunksUntil(socket, /"op":11/)).join("")
      assert.match(all, /"op":10.*"op":11/s)
    })
  )

  it.effect("whose subprotocol is (null), as a C library writes it, opens a connection", () =>
    Effect.gen(function* () {
      const lines = ["GET /gateway HTTP/1.1", "Host: localhost", ...UPGRADE, KEY, "Sec-WebSocket-Protocol: (null)"]
      const socket = yield* open(yield* at(""), head(...lines))
      const all = (yield* chunksUntil(socket, /"op":10|HTTP\/1\.1 400/)).join("")
      assert.match(all, /^HTTP\/1\.1 101 /)
      assert.notMatch(all, /protocol:/i)
    })
  )

  it.effect("may ask for nothing in its query", () =>
    Effect.gen(function* () {
      const bot = yield* connect("")
      yield* bot.next
      bot.send(2, IDENTIFY)
      assert.propertyVal((yield* bot.next).d, "v", 10)
    })
  )

  it.effect("of a masked fragment that breaks the protocol ends that connection alone", () =>
    Effect.gen(function* () {
      const { bot } = yield* login()
      const lines = ["GET /gateway HTTP/1.1", "Host: localhost", ...UPGRADE, KEY]
      // An unmasked frame, which no client may send (RFC 6455 §5.1).
      const answer = yield* raw(yield* at(""), Buffer.concat([Buffer.from(head(...lines)), Buffer.from([0x81, 0x00])]))
      assert.match(answer, /^HTTP\/1\.1 101 /)
      bot.send(1, null)
      assert.strictEqual((yield* bot.next).op, 11)
    })
  )
})

describe("a server that stops", () => {
  it.live("tells bots to reconnect, closes them, and takes no more", () =>
    Effect.gen(function* () {
      const { bot } = yield* login()
      const { drain } = yield* Running
      yield* drain
      assert.deepStrictEqual(yield* bot.next, { t: null, s: null, op: 7, d: null })
      assert.deepStrictEqual(yield* bot.closed, { code: 1012, reason: "The server restarts." })
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )

  it.effect("does so too when its scope closes, though a bot does not answer", () =>
    Effect.gen(function* () {
      const bot = yield* Effect.gen(function* () {
        const { bot } = yield* login()
        return bot
      }).pipe(Effect.provide(running({ world: given })))
      assert.strictEqual((yield* bot.next).op, 7)
      assert.strictEqual((yield* bot.closed).code, 1012)
    }).pipe(Effect.scoped)
  )
})

layer(running({ world: given, limits: "enforce" }), LIVE)("GET /gateway/bot", (it) => {
  const read = Effect.gen(function* () {
    const url = yield* at("/api/v10/gateway/bot")
    const { text } = yield* call(url, { headers: { authorization: `Bot ${SECRETS.bot}` } })
    return JSON.parse(text)
  })

  it.effect("shows how many sessions may still begin, and how many shards are recommended", () =>
    Effect.gen(function* () {
      const before = yield* read
      assert.deepInclude(before, { url: yield* ws("/gateway"), shards: 1 })
      const limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 }
      assert.deepStrictEqual(before.session_start_limit, limit)
      yield* login()
      const { session_start_limit } = yield* read
      assert.deepInclude(session_start_limit, { total: 1000, remaining: 999 })
      assert.isAbove(session_start_limit.reset_after, 86_000_000)
    })
  )
})
