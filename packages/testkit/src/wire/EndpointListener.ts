/** An HTTP server for an app of a test. It runs until the scope closes, which also cuts open requests. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, type Scope } from "effect"

/** Listens on a free port of 127.0.0.1. Returns its origin, e.g. `http://127.0.0.1:8080`. */
export const listen = (
  handle: (request: IncomingMessage, response: ServerResponse) => void
): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(handle)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  ).pipe(
    Effect.map((server) => {
      // A TCP listener has an address with a port.
      const { port } = server.address() as AddressInfo
      return `http://127.0.0.1:${port}`
    })
  )
