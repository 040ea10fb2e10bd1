/** An endpoint that answers each connection's first bytes with given bytes, and what it was sent. */
import { createServer, type Socket } from "node:net"
import { Effect } from "effect"

export interface RawEndpoint {
  readonly url: string
  readonly port: number
  /** Everything received, over all connections. */
  readonly received: () => string
  readonly connections: () => number
}

/** Answers each chunk of bytes that comes by `reply`; everything is cut when the scope closes. */
export const rawEndpoint = Effect.fnUntraced(function* (reply: (socket: Socket) => void) {
  const sockets: Array<Socket> = []
  const chunks: Array<Buffer> = []
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer((socket) => {
        sockets.push(socket)
        socket.on("error", () => socket.destroy())
        socket.on("data", (chunk: Buffer) => {
          chunks.push(chunk)
          reply(socket)
        })
      })
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.callback<void>((resume) => {
        for (const socket of sockets) socket.destroy()
        made.close(() => resume(Effect.void))
      })
  )
  // It listens on TCP, so its address has a port.
  const { port } = server.address() as { readonly port: number }
  const endpoint: RawEndpoint = {
    url: `http://127.0.0.1:${port}/interactions?a=b`,
    port,
    received: () => Buffer.concat(chunks).toString("utf8"),
    connections: () => sockets.length
  }
  return endpoint
})

/** An answer with its length. */
export const answer = (status: string, body: string, ...headers: ReadonlyArray<string>) =>
  [`HTTP/1.1 ${status}`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers, "", body].join("\r\n")
