/** Where a server listens, and by which names it may be called there. Source: product.md "First minute". */
import { isIPv4, isIPv6 } from "node:net"
import { http } from "@backlot/domain/base/Limits"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Data, Effect } from "effect"
import { makeServer } from "./Listener.ts"
import * as OpenAnswers from "./OpenAnswers.ts"

export interface Place {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
}

/** Why nothing listens there, as one line for a person. */
export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

/** Listens until the scope closes; fails where it can not. */
export const listen = Effect.fnUntraced(function* (place: Place) {
  const server = makeServer()
  const openAnswers = OpenAnswers.watch(server)
  const listener = yield* NodeHttpServer.make(() => server, {
    host: place.host,
    port: place.port,
    gracefulShutdownTimeout: http.stopMs
  }).pipe(Effect.mapError(({ cause }) => cannotListen(place, cause)))
  // Runs once requests had their time to end; what is only kept alive, or never ends, goes then.
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return { listener, server, openAnswers }
})

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."))

/** The URL to ask a server at; one that listens everywhere is asked on loopback. */
export const urlOf = (host: string, address: unknown): string => {
  // The listener binds TCP, so its address has a port.
  const { port } = address as { readonly port: number }
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** On loopback its own names and those allowed besides; elsewhere any name, unless the operator says which. */
export const hostsOf = (
  host: string,
  loopback: boolean,
  allowed: ReadonlyArray<string>
): ReadonlySet<string> | undefined =>
  loopback || allowed.length > 0
    ? new Set(["127.0.0.1", "localhost", "[::1]", isIPv6(host) ? `[${host}]` : host, ...allowed])
    : undefined

const cannotListen = ({ host, port }: Place, cause: unknown) => {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined
  return new CannotListen({
    message:
      code === "EADDRINUSE"
        ? `Port ${host}:${port} is in use; choose another with --port, or 0 for any free one.`
        : `Cannot listen on ${host}:${port}: ${String(code ?? cause)}`
  })
}
