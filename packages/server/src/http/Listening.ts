/** Binds the server to its address, and derives the host names that it answers to. Source: product.md "First minute". */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { type AddressInfo, isIPv4, isIPv6, type Socket } from "node:net"
import { Data, Effect } from "effect"
import { makeServer } from "./Listener.ts"
import type { Served } from "./Serving.ts"

export interface ListenAddress {
  readonly host: string
  /** 0 picks any free port. */
  readonly port: number
}

/** The address cannot be bound; `message` is one line for a person. */
export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

/** Listens until the scope closes. */
export const listen = Effect.fnUntraced(function* (address: ListenAddress) {
  const server = makeServer()
  const openAnswers = watch(server)
  const served = yield* bind(server, address)
  // Runs after requests had their time to end, and closes idle and endless connections.
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return { served, server, openAnswers }
})

/** Binds a server until the scope closes. */
export const bind = Effect.fnUntraced(function* (server: Server, address: ListenAddress) {
  const closed = yield* Effect.cached(close(server))
  yield* Effect.acquireRelease(
    Effect.callback<void, CannotListen>((resume) => {
      const failed = (cause: Error) => resume(Effect.fail(cannotListen(address, cause)))
      server.once("error", failed)
      server.listen({ host: address.host, port: address.port }, () => {
        server.off("error", failed)
        resume(Effect.void)
      })
    }),
    () => closed
  )
  return { server, closed } satisfies Served
})

const close = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (server.listening) server.close(() => resume(Effect.void))
    else resume(Effect.void)
  })

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."))

/** The URL of a server. One that listens on all addresses is reached on loopback. */
export const urlOf = (host: string, server: Server): string => {
  // It listens on TCP, so its address has a port.
  const { port } = server.address() as AddressInfo
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The allowed host names. On loopback the local names, `allowed` and the public one; elsewhere `allowed`, or any if that is empty. */
export const hostsOf = (
  host: string,
  loopback: boolean,
  allowed: ReadonlyArray<string>,
  publicUrl?: string
): ReadonlySet<string> | undefined => {
  if (!loopback && allowed.length === 0) return undefined
  const name = publicUrl === undefined ? [] : [URL.parse(publicUrl)?.hostname ?? ""]
  return new Set(["127.0.0.1", "localhost", "[::1]", isIPv6(host) ? `[${host}]` : host, ...allowed, ...name])
}

/** `what` is bound there, and `flag` chooses its port. */
export const cannotListen = ({ host, port }: ListenAddress, cause: unknown, what = "Port", flag = "--port") => {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined
  return new CannotListen({
    message:
      code === "EADDRINUSE"
        ? `${what} ${host}:${port} is in use; choose another with ${flag}, or 0 for any free one.`
        : `Cannot listen on ${host}:${port}${what === "Port" ? "" : ` (${what})`}: ${String(code ?? cause)}`
  })
}

/** Tracks the latest answer of each connection until it is sent; a stopping server waits for them. */
export const watch = (server: Server) => {
  const latest = new Map<Socket, ServerResponse>()
  const remember = ({ socket }: IncomingMessage, response: ServerResponse) => latest.set(socket, response)
  server.on("request", remember)
  server.on("checkContinue", remember)
  server.on("connection", (socket: Socket) => socket.once("close", () => latest.delete(socket)))
  const open = () => [...latest.values()].filter(isOpen)
  /** Waits until none is open, including those that begin meanwhile. */
  const idle: Effect.Effect<void> = Effect.suspend(() => {
    const [one] = open()
    return one === undefined ? Effect.void : Effect.andThen(ended(one), idle)
  })
  return { underWay: () => open().length, idle }
}

export type OpenAnswers = ReturnType<typeof watch>

const isOpen = (response: ServerResponse): boolean => !response.writableFinished && !response.closed

const ended = (response: ServerResponse): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const done = () => resume(Effect.void)
    response.once("close", done)
    return Effect.sync(() => response.off("close", done))
  })
