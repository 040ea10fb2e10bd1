/** The warm-up goes on until enough requests are answered, but not for ever. */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, it } from "vitest"
import { encode } from "../src/Connection.ts"
import { load } from "../src/Load.ts"

let server: Server | undefined
afterEach(() => server?.close())

const answering = async () => {
  server = createServer((_, response) => response.writeHead(200, { "content-length": 0 }).end())
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  // It listens on TCP, so its address has a port.
  const { port } = server.address() as AddressInfo
  const request = encode({ method: "GET", path: "/" })
  return { url: `http://127.0.0.1:${port}`, pid: process.pid, next: () => request }
}

it("a warm-up lasts until its requests are answered", async () => {
  const round = await load(await answering(), {
    ...{ connections: 2, seconds: 0, warmUp: { requests: 300, mostSeconds: 60 } }
  })
  expect(round.requests).toBeGreaterThanOrEqual(300)
})

it("a warm-up ends at its longest time", async () => {
  const warmUp = { requests: Number.POSITIVE_INFINITY, mostSeconds: 0.1 }
  const round = await load(await answering(), { connections: 2, seconds: 0, warmUp })
  expect(round.seconds).toBeLessThan(30)
})
