import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { afterEach, expect, it } from "vitest"
import { WebSocket, WebSocketServer } from "ws"
import { readDispatch, tapDispatches } from "../../src/published/DispatchTap.ts"

const stops: Array<() => void> = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const seen: Array<string> = []
tapDispatches((text) => seen.push(text))

/** What is seen of a connection that is sent these frames. */
const seenOf = async (...frames: ReadonlyArray<string>) => {
  seen.length = 0
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" })
  stops.push(() => server.close())
  server.on("connection", (socket) => {
    for (const frame of frames) socket.send(frame)
    socket.close()
  })
  await once(server, "listening")
  // A TCP listener has an address with a port.
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(client, "close")
  return seen.map(readDispatch)
}

const HELLO = '{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250,"_trace":[]}}'
/** Of any data, because what this process sees is judged. */
const dispatch = (s: number) => `{"t":"RESUMED","s":${s},"op":0,"d":{"s":${s}}}`

it("each dispatch of the service's gateway is seen, and no other frame", async () => {
  const ack = '{"t":null,"s":null,"op":11,"d":null}'
  expect(await seenOf(HELLO, ack, dispatch(1), dispatch(2))).toEqual([
    { t: "RESUMED", d: { s: 1 } },
    { t: "RESUMED", d: { s: 2 } }
  ])
})

it("a gateway that a test wrote is not looked at", async () => {
  expect(await seenOf('{"op":10,"d":null}', dispatch(1))).toEqual([])
})

it("the same dispatch with another number is the same text", async () => {
  await seenOf(HELLO, dispatch(1), dispatch(1).replace('"s":1', '"s":27'))
  expect(new Set(seen).size).toBe(1)
})
