/** The client against a scripted WebSocket, so that the expected reports are known. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { deflateSync } from "node:zlib"
import * as GatewayClient from "@backlot/testkit/GatewayClient"
import { afterEach, assert, it } from "vitest"
import { type WebSocket, WebSocketServer } from "ws"

const stops: Array<() => void> = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  stops.push(() => server.close())
  // A TCP listener has an address with a port.
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const frame = (op: number, more: object = {}) => JSON.stringify({ op, d: null, s: null, t: null, ...more })

/** A gateway that sends `hello` at once and keeps what it receives. */
const scripted = async (options: GatewayClient.GatewayClientOptions = {}, hello: string | Buffer = frame(10)) => {
  const http = createServer()
  const gateway = new WebSocketServer({ server: http })
  const accepted = new Promise<{ readonly url: string; readonly socket: WebSocket }>((resolve) =>
    gateway.once("connection", (socket, { url = "" }) => {
      socket.send(hello)
      resolve({ url, socket })
    })
  )
  const client = await GatewayClient.open(await listening(http), options)
  stops.push(client.cut)
  const { url, socket } = await accepted
  const told = (count: number) =>
    new Promise<ReadonlyArray<unknown>>((resolve) => {
      const all: Array<unknown> = []
      socket.on("message", (data) => {
        all.push(JSON.parse(String(data)))
        if (all.length === count) resolve(all)
      })
    })
  return { client, url, socket, told }
}

it("the query stands right after the address, as discord.js writes it", async () => {
  assert.strictEqual((await scripted()).url, "/?v=10&encoding=json")
  const { url } = await scripted({ v: 9, compress: "zlib-stream" }, deflateSync(frame(10)))
  assert.strictEqual(url, "/?v=9&encoding=json&compress=zlib-stream")
})

it("each frame is taken once, by whoever it fits, in whatever order they ask", async () => {
  const { client, socket } = await scripted()
  socket.send(frame(0, { t: "B", s: 1, d: { n: 1 } }))
  socket.send(frame(0, { t: "A", s: 2, d: { n: 2 } }))
  socket.send(frame(0, { t: "B", s: 3, d: { n: 3 } }))
  assert.deepStrictEqual(await client.event("A"), { n: 2 })
  assert.deepStrictEqual(await client.event("B"), { n: 1 })
  assert.deepStrictEqual(await client.event("B"), { n: 3 })
  assert.deepStrictEqual(
    client.frames.map(({ s }) => s),
    [null, 1, 2, 3]
  )
  assert.strictEqual(client.seq(), 3)
})

it("who waits when the connection closes is told why, after the last frame was taken in", async () => {
  const { client, socket } = await scripted()
  const waiting = client.event("NEVER").then(
    () => "came",
    (error: Error) => error.message
  )
  socket.send(deflateSync(frame(0, { t: "LAST", s: 1 })))
  socket.close(4004, "Authentication failed.")
  assert.deepStrictEqual(await client.closed, { code: 4004, reason: "Authentication failed." })
  assert.strictEqual(await waiting, "the connection closed: 4004 Authentication failed.")
  assert.strictEqual((await client.next(({ t }) => t === "LAST")).s, 1)
})

it("logins, resumes and beats are the frames of the gateway", async () => {
  const { client, told } = await scripted()
  const all = told(3)
  client.identify({ token: "a", intents: 1 })
  client.resume({ token: "a", session_id: "b", seq: 4 })
  client.beat()
  const properties = { os: "linux", browser: "backlot", device: "backlot" }
  assert.deepStrictEqual(await all, [
    { op: 2, d: { intents: 1, properties, token: "a" } },
    { op: 6, d: { token: "a", session_id: "b", seq: 4 } },
    { op: 1, d: null }
  ])
})

it("automatic heartbeats come at the interval of HELLO, and when the server asks for one", async () => {
  const { socket, told } = await scripted({ heartbeats: "automatic" }, frame(10, { d: { heartbeat_interval: 5 } }))
  socket.send(frame(1))
  assert.deepStrictEqual(await told(3), Array(3).fill({ op: 1, d: null }))
})

it("a refused handshake tells its status", async () => {
  const http = createServer((_, response) => response.writeHead(400).end())
  http.on("upgrade", (_, socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
  const failure = await GatewayClient.open(await listening(http)).catch((error: unknown) => error)
  assert.instanceOf(failure, GatewayClient.HandshakeRefused)
  assert.strictEqual(failure.status, 400)
})
