/** TLS in front of a front, for programs that are led by address. */
import { connect } from "node:net"
import { createServer } from "node:tls"
import { CERTIFIED } from "@backlot/domain/base/PlatformHosts"
import { Effect } from "effect"
import { serve } from "./Serving.ts"
import { HALF_OPEN, join } from "./Tunnel.ts"

/** Hands on to the front at this port of 127.0.0.1, until the scope closes. Gives its own port and the authority, in PEM. */
export const open = Effect.fnUntraced(function* (front: number) {
  // Few programs are led by address, and the library is large.
  const { certify } = yield* Effect.promise(() => import("./Authority.ts"))
  const { authority, certificate, key } = yield* Effect.promise(() => certify(CERTIFIED))
  const server = createServer({ ...HALF_OPEN, cert: certificate, key, ALPNProtocols: ["http/1.1"] }, (socket) =>
    join(socket, connect({ ...HALF_OPEN, port: front, host: "127.0.0.1" }))
  )
  return { port: yield* serve(server), authority }
})
