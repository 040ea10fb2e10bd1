/** The generator reads what a server sends, however it is cut into packets. */
import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { afterEach, expect, it } from "vitest"
import { Connection, encode } from "../src/Connection.ts"

let server: Server | undefined
let socket: Socket | undefined
afterEach(() => {
  socket?.destroy()
  server?.close()
})

/** A server that does what it is told with the first connection. */
const connectTo = async (serve: (peer: Socket) => void): Promise<Connection> => {
  server = createServer((peer) => {
    socket = peer
    serve(peer)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  // It listens on TCP, so its address has a port.
  const { port } = server.address() as AddressInfo
  return Connection.open(`http://127.0.0.1:${port}`)
}

const request = encode({ method: "POST", path: "/x", headers: { a: "b" }, body: "é" })

it("a request carries its headers and its length in bytes", () => {
  expect(request.toString()).toBe(
    "POST /x HTTP/1.1\r\nhost: 127.0.0.1\r\na: b\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\né"
  )
})

it("an answer cut into single bytes is one answer", async () => {
  const connection = await connectTo((peer) => {
    peer.setNoDelay(true)
    peer.once("data", () => {
      for (const byte of Buffer.from("HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello"))
        peer.write(Buffer.of(byte))
    })
  })
  const { status, body } = await connection.send(request)
  expect([status, body.toString()]).toEqual([201, "hello"])
})

it("an answer without content is complete with its head", async () => {
  const connection = await connectTo((peer) => peer.once("data", () => peer.write("HTTP/1.1 204 No Content\r\n\r\n")))
  expect(await connection.send(request)).toMatchObject({ status: 204, body: Buffer.alloc(0) })
})

it("an answer of unknown length fails the request", async () => {
  const connection = await connectTo((peer) => peer.once("data", () => peer.write("HTTP/1.1 200 OK\r\n\r\n")))
  await expect(connection.send(request)).rejects.toThrow("without content-length")
})

it("a connection that the server closes fails the request under way", async () => {
  const connection = await connectTo((peer) => peer.once("data", () => peer.destroy()))
  await expect(connection.send(request)).rejects.toThrow()
})
