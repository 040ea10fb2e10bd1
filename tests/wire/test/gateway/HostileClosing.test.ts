/**
 * Single hostile frames and handshakes, each with the code that closes its connection. Sources: wire-interactions.md
 * §3.8; RFC 6455.
 */

import type { GatewayClient } from "@backlot/testkit/GatewayClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { portOf } from "../hostile/Wire.ts"
import { BOT, type Bots, bots } from "./Bots.ts"
import { encode, exchange, handshake, OPCODE, type RawFrame } from "./RawWebSocket.ts"

const identify = (more: object = {}) => JSON.stringify({ op: 2, d: { token: BOT.token, intents: 1, ...more } })
const login = ({ wait }: Bots, client: GatewayClient) => {
  client.sendRaw(identify())
  return wait(client.event("READY"))
}

interface Row {
  readonly what: string
  readonly code: number
  readonly message: string | Buffer
}

const row = (code: number, what: string, message: unknown): Row => ({
  what,
  code,
  message: typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message)
})

/** Before IDENTIFY. */
const FRESH: ReadonlyArray<Row> = [
  row(4002, "no JSON", "{"),
  row(4002, "nothing", ""),
  row(4002, "a JSON text that is no object", "[]"),
  row(4002, "nesting to the limit of a frame", "[".repeat(2_000) + "]".repeat(2_000)),
  row(4002, "bytes that are no UTF-8", Buffer.of(0xff, 0xfe)),
  row(4002, "a term of etf", Buffer.of(131, 116, 0, 0, 0, 1)),
  row(4002, "4097 bytes of text", { op: 1, d: "x".repeat(4_097 - 15) }),
  row(4002, "4097 bytes of binary", Buffer.alloc(4_097)),
  row(4002, "no opcode", {}),
  row(4002, "an opcode of the wrong type", { op: "1" }),
  row(4002, "an opcode beyond every number", '{"op":1e999}'),
  row(4002, "a heartbeat of the wrong type", { op: 1, d: "0" }),
  row(4002, "an identify without an object", { op: 2, d: null }),
  row(4002, "an identify without a token", { op: 2, d: { intents: 0 } }),
  row(4001, "an opcode that is unknown", { op: 99 }),
  row(4001, "an opcode of the server's", { op: 10, d: {} }),
  row(4003, "a presence before IDENTIFY", { op: 3, d: {} }),
  row(4003, "a request for members before IDENTIFY", { op: 8, d: {} }),
  row(4004, "a token of nobody", identify({ token: "x" })),
  row(4004, "a token from a prototype", identify({ token: "__proto__" })),
  row(4010, "a shard beyond the last", identify({ shard: [2, 2] })),
  row(4010, "a shard of no numbers", identify({ shard: ["0", "1"] })),
  row(4013, "intents that do not exist", identify({ intents: 2 ** 31 })),
  row(4013, "intents below zero", identify({ intents: -1 })),
  row(4013, "intents that are no integer", identify({ intents: 1.5 })),
  row(4013, "intents of half the universe", `{"op":2,"d":{"token":"${BOT.token}","intents":1e308}}`)
]

/** After READY. */
const LOGGED_IN: ReadonlyArray<Row> = [
  row(4005, "a second IDENTIFY", identify()),
  row(4005, "a RESUME", { op: 6, d: { token: BOT.token, session_id: "a", seq: 1 } }),
  row(4002, "a request for members of no guild", { op: 8, d: { guild_id: {}, query: "", limit: 0 } }),
  row(4002, "a request for members below zero", { op: 8, d: { guild_id: "1", query: "", limit: -1 } }),
  row(4002, "a request for a hundred and one", { op: 8, d: { guild_id: "1", user_ids: Array(101).fill("2") } })
]

interface Violation {
  readonly what: string
  readonly code: number
  readonly frames: ReadonlyArray<RawFrame>
}

const violation = (code: number, what: string, ...frames: ReadonlyArray<RawFrame>): Violation => ({
  what,
  code,
  frames
})

const half: RawFrame = { opcode: OPCODE.TEXT, payload: '{"op":1', fin: false }

/** 1002 is the protocol's own code; faults of the content get the gateway's 4002. */
const VIOLATIONS: ReadonlyArray<Violation> = [
  violation(1002, "an unmasked frame", { opcode: OPCODE.TEXT, payload: '{"op":1}', masked: false }),
  violation(1002, "a reserved bit", { opcode: OPCODE.TEXT, payload: '{"op":1}', reserved: 4 }),
  violation(1002, "all reserved bits", { opcode: OPCODE.BINARY, payload: "a", reserved: 7 }),
  violation(1002, "a reserved opcode", { opcode: 3, payload: "a" }),
  violation(1002, "a reserved control opcode", { opcode: 11 }),
  violation(1002, "a ping in fragments", { opcode: OPCODE.PING, fin: false }),
  violation(1002, "a ping of 126 bytes", { opcode: OPCODE.PING, payload: "x".repeat(126) }),
  violation(1002, "a continuation of nothing", { opcode: OPCODE.CONTINUATION, payload: "a" }),
  violation(1002, "a message within a message", half, { opcode: OPCODE.TEXT, payload: "}" }),
  violation(1002, "a close frame of one byte", { opcode: OPCODE.CLOSE, payload: "x" }),
  violation(1002, "a close code that nobody may send", { opcode: OPCODE.CLOSE, payload: Buffer.of(3, 237) }),
  violation(4002, "a frame that claims 2^40 bytes", { opcode: OPCODE.TEXT, length: 2n ** 40n }),
  violation(4002, "a message of many fragments beyond the limit", half, {
    opcode: OPCODE.CONTINUATION,
    payload: "x".repeat(4_096)
  }),
  violation(4002, "text that is no UTF-8", { opcode: OPCODE.TEXT, payload: Buffer.of(0x22, 0xc0, 0x80, 0x22) }),
  violation(4002, "text that ends within a character", { opcode: OPCODE.TEXT, payload: Buffer.of(0xf0, 0x9f) })
]

/** Invalid handshakes and the status of their answer. */
const HANDSHAKES: ReadonlyArray<readonly [what: string, status: number, request: string]> = [
  ["a path of nothing", 404, handshake("/gatewayx")],
  ["a path of the control plane", 404, handshake("/control/v1/gateway")],
  ["no key", 400, handshake("/gateway", { "sec-websocket-key": undefined })],
  ["a key that is too short", 400, handshake("/gateway", { "sec-websocket-key": "eA==" })],
  ["a version of old", 400, handshake("/gateway", { "sec-websocket-version": "7" })],
  ["another method", 405, handshake("/gateway", {}, "POST")],
  ["a page of another origin", 403, handshake("/gateway", { origin: "https://example.com" })],
  ["a foreign host", 403, handshake("/gateway", { host: "example.com" })],
  ["two hosts", 400, handshake("/gateway", { Host: "127.0.0.1" })]
]

const QUERIES = ["v=8", "v=11", "v=", "v=x", "v=1e1", "v=10&encoding=etf", "v=10&encoding=", "v=10&compress=gzip"]

describe("a hostile frame", () => {
  it.live.each(FRESH)("closes its connection with $code: $what", ({ code, message }) =>
    Effect.gen(function* () {
      const { open, wait } = yield* bots({ limits: "off" })
      const client = yield* open()
      client.sendRaw(message)
      assert.strictEqual((yield* wait(client.closed)).code, code)
    })
  )

  it.live.each(LOGGED_IN)("closes its connection with $code after READY: $what", ({ code, message }) =>
    Effect.gen(function* () {
      const played = yield* bots({ limits: "off" })
      const client = yield* played.open()
      yield* login(played, client)
      client.sendRaw(message)
      assert.strictEqual((yield* played.wait(client.closed)).code, code)
    })
  )

  it.live.each(VIOLATIONS)("closes its connection with $code: $what", ({ code, frames }) =>
    Effect.gen(function* () {
      const { server } = yield* bots()
      const answered = yield* exchange(portOf(server.addresses.url), [
        handshake("/gateway?v=10&encoding=json"),
        ...frames.map(encode)
      ])
      assert.deepStrictEqual([answered.status, answered.ended], [101, true])
      assert.strictEqual(answered.code, code)
    })
  )

  it.live("closes its connection with 4008: the 121st in a minute", () =>
    Effect.gen(function* () {
      const { open, wait } = yield* bots({ limits: "enforce" })
      const client = yield* open()
      for (let i = 0; i < 120; i++) client.beat()
      for (let i = 0; i < 120; i++) yield* wait(client.next(({ op }) => op === 11))
      client.beat()
      assert.strictEqual((yield* wait(client.closed)).code, 4008)
    })
  )
})

describe("a hostile handshake", () => {
  it.live.each(HANDSHAKES)("is refused: %s", ([, status, request]) =>
    Effect.gen(function* () {
      const { server } = yield* bots()
      const answered = yield* exchange(portOf(server.addresses.url), [request])
      assert.deepStrictEqual([answered.status, answered.ended], [status, true])
    })
  )

  it.live.each(QUERIES)("is closed with 4012 for what it asks: %s", (query) =>
    Effect.gen(function* () {
      const { server } = yield* bots()
      const answered = yield* exchange(portOf(server.addresses.url), [handshake(`/gateway?${query}`)])
      assert.strictEqual(answered.code, 4012)
    })
  )
})
