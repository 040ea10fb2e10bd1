/** What looks on while machines fail: a receiver of webhook events, a reader of the event stream, an app that logs in too often. */
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { WebSocket } from "ws"
import { lasting } from "../../src/RealTime.ts"
import type { LoggedEvent, Span } from "./History.ts"

const now = () => performance.now()

export interface Receiver {
  readonly url: string
  readonly received: ReadonlyArray<{ readonly name: string; readonly atMs: number }>
  /** The sender's port of the last connection that is still open. */
  readonly senderPort: () => number | undefined
  readonly stop: () => Promise<void>
}

/** Takes webhook events of lobby messages and acknowledges each. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Array<{ readonly name: string; readonly atMs: number }> = []
  let last: Socket | undefined
  const server = createServer(async (request, response) => {
    last = request.socket
    const { event } = JSON.parse(await textOf(request))
    received.push({ name: event.data.content, atMs: now() })
    response.writeHead(204).end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    // A TCP listener has an address with a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    senderPort: () => (last?.destroyed === false ? last.remotePort : undefined),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

const textOf = async (request: IncomingMessage) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Reads the event stream from now on; a new connection goes on after the last event. */
export const readEvents = async (url: string) => {
  const events: Array<LoggedEvent> = []
  const stopped = new AbortController()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let id: string | undefined

  const take = (frame: string) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(frame)?.[1]
    id = field("id") ?? id
    if (id !== undefined) begin()
    const [type, text] = [field("event"), field("data")]
    if (type === undefined || text === undefined) return
    events.push({ seq: Number(id), type, lobby_id: JSON.parse(text).data?.lobby_id })
  }
  const read = async () => {
    const headers = id === undefined ? {} : { "last-event-id": id }
    const { body, status } = await fetch(url, { headers, signal: stopped.signal })
    if (status !== 200) return
    let text = ""
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) {
      const frames = (text + decoder.decode(chunk, { stream: true })).split("\n\n")
      text = frames.pop() ?? ""
      for (const frame of frames) take(frame)
    }
  }
  const reading = (async () => {
    while (!stopped.signal.aborted) {
      // The server of the connection has ended, or none is there.
      await read().catch(() => undefined)
      await lasting(50)
    }
  })()
  await begun
  return {
    events,
    stop: async () => {
      stopped.abort()
      await reading
    }
  }
}

/** Logs in again and again on the given server. Gives the logins that were granted. */
export const insistOnLogin = (url: () => string, token: string, granted: Array<Span>) => {
  let isStopped = false
  let socket: WebSocket | undefined
  const attempt = () =>
    new Promise<void>((resolve) => {
      const opened = new WebSocket(url(), { handshakeTimeout: 5_000 })
      socket = opened
      let fromMs = 0
      opened.on("error", () => resolve())
      opened.on("close", () => resolve())
      opened.on("message", (text) => {
        const { op, t } = JSON.parse(String(text))
        if (op === 10) {
          fromMs = now()
          const properties = { os: "linux", browser: "test", device: "test" }
          opened.send(JSON.stringify({ op: 2, d: { token, intents: 0, properties } }))
        } else if (t === "READY") granted.push({ fromMs, toMs: now() })
        if (op === 9 || t === "READY") opened.close(1000)
      })
    })
  const insisting = (async () => {
    while (!isStopped) {
      await attempt()
      await lasting(200)
    }
  })()
  return async () => {
    isStopped = true
    socket?.terminate()
    await insisting
  }
}
