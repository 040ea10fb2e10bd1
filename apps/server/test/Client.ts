/** HTTP as it is on the wire: requests over node:http without a pool, and raw bytes over a socket. */
import { type IncomingHttpHeaders, request } from "node:http"
import { connect, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import { Effect } from "effect"

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Sent as JSON. */
  readonly json?: unknown
}

/** One request on a connection of its own. */
export const call = (url: string, { method, headers, body, json }: Asked = {}) =>
  Effect.callback<Reply>((resume) => {
    const sent = json === undefined ? body : JSON.stringify(json)
    const outgoing = request(url, {
      agent: false,
      method: method ?? (sent === undefined ? "GET" : "POST"),
      headers: { ...(json === undefined ? {} : { "content-type": "application/json" }), ...headers }
    })
    outgoing.on("error", (error) => resume(Effect.die(error)))
    outgoing.on("response", (response) => {
      const { statusCode = 0 } = response
      resume(
        Effect.map(
          Effect.promise(() => text(response)),
          (whole) => ({ status: statusCode, headers: response.headers, text: whole })
        )
      )
    })
    outgoing.end(sent)
    return Effect.sync(() => outgoing.destroy())
  })

/** Status and parsed body. */
export const ask = (url: string, asked?: Asked) =>
  Effect.map(call(url, asked), ({ status, text }) => ({
    status,
    body: text === "" ? undefined : (JSON.parse(text) as unknown)
  }))

/** Everything that comes back for these bytes until the server ends the connection. */
export const raw = (url: string, bytes: string | Uint8Array) =>
  Effect.flatMap(open(url, bytes), (socket) => Effect.promise(() => text(socket))).pipe(Effect.scoped)

/** A connection on which these bytes were sent; destroyed with the scope. */
export const open = (url: string, bytes: string | Uint8Array) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname, () => {
        socket.write(bytes)
        resume(Effect.succeed(socket))
      })
      socket.on("error", (error) => resume(Effect.die(error)))
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** Header lines and an empty line, as a request's head. */
export const head = (...lines: ReadonlyArray<string>): string => `${lines.join("\r\n")}\r\n\r\n`
