/** A server of this machine that ends with the scope, and all its connections with it. */
import type { AddressInfo, Server, Socket } from "node:net"
import { Effect } from "effect"
import { listening } from "./Tunnel.ts"

/** Its port on 127.0.0.1. */
export const serve = Effect.fnUntraced(function* (server: Server) {
  const sockets = new Set<Socket>()
  // Those in a handshake too.
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => listening(server, { port: 0, host: "127.0.0.1" })),
    () =>
      Effect.sync(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      })
  )
  // It listens on TCP, so its address has a port.
  return (server.address() as AddressInfo).port
})
