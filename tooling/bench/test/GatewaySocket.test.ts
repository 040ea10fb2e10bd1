/** The sockets of the sessions count what a server sends, however it is cut into packets. */
import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { afterEach, expect, it } from "vitest"
import { GatewaySocket } from "../src/GatewaySocket.ts"

let server: Server | undefined
const peers: Array<Socket> = []
afterEach(() => {
  for (const peer of peers.splice(0)) peer.destroy()
  server?.close()
})

const ACCEPTED = Buffer.from("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n")

/** A text frame as a server sends it. */
const frame = (text: string): Buffer => {
  const content = Buffer.from(text)
  if (content.length < 126) return Buffer.concat([Buffer.of(0x81, content.length), content])
  const head = Buffer.of(0x81, content.length < 65_536 ? 126 : 127, 0, 0, 0, 0, 0, 0, 0, 0)
  if (content.length >= 65_536) head.writeBigUInt64BE(BigInt(content.length), 2)
  else head.writeUInt16BE(content.length, 2)
  return Buffer.concat([head.subarray(0, content.length < 65_536 ? 4 : 10), content])
}

const dispatch = (t: string, more = "") => JSON.stringify({ t, s: 1, op: 0, d: more })
const ACK = JSON.stringify({ t: null, s: null, op: 11, d: null })

/** A client of a server that does what it is told once it has read the handshake. */
const connectTo = async (serve: (peer: Socket) => void): Promise<GatewaySocket> => {
  server = createServer((peer) => {
    peers.push(peer)
    peer.setNoDelay(true).once("data", () => serve(peer))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  // It listens on TCP, so its address has a port.
  const { port } = server.address() as AddressInfo
  return new GatewaySocket(`http://127.0.0.1:${port}`)
}

it.each([
  { what: "a short one", text: dispatch("READY") },
  { what: "one of some KiB", text: dispatch("READY", "é".repeat(2_000)) },
  { what: "one of more than a buffer", text: dispatch("READY", "x".repeat(200_000)) }
])("a dispatch is counted and kept whole: $what", async ({ text }) => {
  const socket = await connectTo((peer) => peer.write(Buffer.concat([ACCEPTED, frame(text), frame(dispatch("NEXT"))])))
  const kept = socket.keep()
  await socket.reach(2)
  expect([socket.dispatches, kept]).toEqual([2, [text, dispatch("NEXT")]])
})

it("frames that are cut into single bytes are the same frames, and acknowledgements are no dispatches", async () => {
  const bytes = Buffer.concat([
    ACCEPTED,
    frame(ACK),
    frame(dispatch("A", "x".repeat(200))),
    frame(ACK),
    frame(dispatch("B"))
  ])
  const socket = await connectTo((peer) => {
    for (const byte of bytes) peer.write(Buffer.of(byte))
  })
  await socket.reach(2)
  expect(socket.dispatches).toBe(2)
})

it.each([
  { token: "short", head: [0x81, 0x80 | 107], starts: 6 },
  { token: "long".repeat(50), head: [0x81, 0x80 | 126], starts: 8 }
])("it identifies by a masked text frame: $token", async ({ token, head, starts }) => {
  const heard = Promise.withResolvers<Buffer>()
  const socket = await connectTo((peer) => {
    peer.once("data", heard.resolve)
    peer.write(Buffer.concat([ACCEPTED, frame(dispatch("READY"))]))
  })
  await socket.reach(1)
  const refused = expect(socket.logIn(token, 1)).rejects.toThrow("closed")
  const bytes = await heard.promise
  peers[0]?.destroy()
  await refused
  expect([...bytes.subarray(0, 2)]).toEqual(head)
  expect(JSON.parse(bytes.subarray(starts).toString())).toMatchObject({ op: 2, d: { token } })
})

it.each([
  { what: "a handshake that is refused", answer: "HTTP/1.1 503 Service Unavailable\r\n\r\n" },
  { what: "a connection that the server closes", answer: undefined }
])("$what fails who waits", async ({ answer }) => {
  const socket = await connectTo((peer) => (answer === undefined ? peer.destroy() : peer.write(answer)))
  await expect(socket.reach(1)).rejects.toThrow(answer === undefined ? "closed" : "503")
})
