/** WebSockets that begin and never go on: each ends in the time that any silent client has. */
import { randomBytes } from "node:crypto"
import { connect, type Socket } from "node:net"
import { gateway } from "@backlot/domain/base/Limits"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Running, running } from "../fixture/Running.ts"
import { IDENTIFY, login } from "./Bot.ts"
import { given } from "./World.ts"

/** A text frame of a client; `length` is what its head says. */
const frame = (text: string, length = text.length): Buffer => {
  const head = length < 126 ? Buffer.of(0x81, 0x80 | length) : Buffer.of(0x81, 0xfe, length >> 8, length & 255)
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([head, Buffer.alloc(4), Buffer.from(text)])
}

const HEARTBEAT = frame('{"op":1,"d":null}')
const WHOLE = frame(JSON.stringify({ op: 2, d: IDENTIFY }))

const STARTS: ReadonlyArray<readonly [string, Buffer]> = [
  ["nothing", Buffer.alloc(0)],
  ["a byte of a frame", Buffer.of(0x81)],
  ["a head without its mask", WHOLE.subarray(0, 2)],
  ["half a frame", WHOLE.subarray(0, 40)],
  ["a head that says more than there is", frame("{", 4_000)],
  ["the first fragment of a message", Buffer.concat([Buffer.of(0x01, 0x81), Buffer.alloc(4), Buffer.from("{")])],
  ["heartbeats and half an IDENTIFY", Buffer.concat([HEARTBEAT, HEARTBEAT, WHOLE.subarray(0, 40)])],
  ["an IDENTIFY and half a heartbeat", Buffer.concat([WHOLE, HEARTBEAT.subarray(0, 5)])]
]

const opened = Effect.gen(function* () {
  const { addresses } = yield* Running
  const socket = yield* Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const made = connect(Number(new URL(addresses.url).port), "127.0.0.1", () => resume(Effect.succeed(made)))
      made.on("error", () => made.destroy())
    }),
    (made) => Effect.sync(() => made.destroy())
  )
  const chunks: Array<Buffer> = []
  const code = new Promise<number>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      const found = codeIn(Buffer.concat(chunks))
      if (found !== undefined) resolve(found)
    })
  })
  const ended = new Promise<void>((resolve) => {
    socket.on("close", () => resolve())
  })
  socket.write(
    [
      "GET /gateway?v=10&encoding=json HTTP/1.1",
      "Host: 127.0.0.1",
      "Upgrade: websocket",
      "Connection: Upgrade",
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
      "Sec-WebSocket-Version: 13\r\n\r\n"
    ].join("\r\n")
  )
  return { socket, code, ended }
})

const turns = Effect.promise(async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
})

/** The code of the close frame at the end of what came; all else is text. */
const codeIn = (bytes: Buffer): number | undefined => {
  const at = bytes.lastIndexOf(0x88)
  return at < 0 || bytes.length < at + 4 ? undefined : bytes.readUInt16BE(at + 2)
}

it.effect.each(STARTS)("a WebSocket that has sent %s, and then no more, is closed with 4009", ([, bytes]) =>
  Effect.gen(function* () {
    const { bot: other } = yield* login()
    const { socket, code } = yield* opened
    yield* turns
    socket.write(bytes)
    yield* turns
    // The other goes on, so its time begins anew.
    for (let ms = 0; ms < gateway.heartbeatMs + gateway.heartbeatGraceMs + 3 * gateway.sweepMs; ms += 20_000) {
      yield* TestClock.adjust(20_000)
      other.send(1, null)
      assert.strictEqual((yield* other.next).op, 11)
    }
    assert.strictEqual(yield* Effect.promise(() => code), 4009)
  }).pipe(Effect.scoped, Effect.provide(running({ world: given, limits: "off" })))
)

it.effect("a client that does not answer the close either has its connection ended", () =>
  Effect.gen(function* () {
    const { code, ended } = yield* opened
    yield* turns
    yield* TestClock.adjust(gateway.identifyMs + 2 * gateway.sweepMs)
    assert.strictEqual(yield* Effect.promise(() => code), 4009)
    yield* Effect.promise(() => ended)
  }).pipe(Effect.scoped, Effect.provide(running({ world: given, limits: "off" })))
)

it.effect("a client that ends its own side of the connection has it ended whole", () =>
  Effect.gen(function* () {
    const { socket, ended } = yield* opened
    yield* turns
    socket.end()
    yield* Effect.promise(() => ended)
  }).pipe(Effect.scoped, Effect.provide(running({ world: given, limits: "off" })))
)
