/** TLS in front of a front, for programs that are led by address. */
import { type AddressInfo, connect, type Socket } from "node:net"
import { createServer } from "node:tls"
import { CERTIFIED } from "@backlot/domain/base/PlatformHosts"
import { Effect } from "effect"
import { HALF_OPEN, join, listening } from "./Tunnel.ts"

/** Hands on to the front at this port of 127.0.0.1, until the scope closes. Gives its own port and the authority, in PEM. */
export const open = Effect.fnUntraced(function* (front: number) {
  // Few programs are led by address, and the library is large.
  const { certify } = yield* Effect.promise(() => import("./Authority.ts"))
  const { authority, certificate, key } = yield* Effect.promise(() => certify(CERTIFIED))
  const sockets = new Set<Socket>()
  const server = createServer({ ...HALF_OPEN, cert: certificate, key, ALPNProtocols: ["http/1.1"] }, (socket) =>
    join(socket, connect({ ...HALF_OPEN, port: front, host: "127.0.0.1" }))
  )
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
  return { port: (server.address() as AddressInfo).port, authority }
})
