/** A bot without a library: sends given frames on a gateway connection and keeps the frames that arrive. */
import { Effect, type Scope } from "effect"
import { type ClientOptions, WebSocket } from "ws"
import { at, SECRETS } from "../fixture/Running.ts"

export interface Frame {
  readonly op: number
  readonly d: unknown
  readonly s: number | null
  readonly t: string | null
}

/** The data of a frame. */
export const fields = ({ d }: Frame): Readonly<Record<string, unknown>> => Object(d)

export interface Closed {
  /** 1006 if the connection broke. */
  readonly code: number
  readonly reason: string
}

export interface Bot {
  readonly socket: WebSocket
  /** The oldest frame not taken yet. Dies if the connection closes first. */
  readonly next: Effect.Effect<Frame>
  /** Takes this many frames. */
  readonly take: (count: number) => Effect.Effect<ReadonlyArray<Frame>>
  readonly send: (op: number, d?: unknown) => void
  readonly sendRaw: (message: string | Uint8Array) => void
  readonly closed: Effect.Effect<Closed>
  /** Closes the connection and waits for its end. */
  readonly close: (code?: number) => Effect.Effect<Closed>
}

/** Connects to the running server; the connection ends with the scope. */
export const connect = (query = "v=10&encoding=json", options: ClientOptions = {}) =>
  Effect.flatMap(at("/gateway"), (url) => connectTo(`${url.replace(/^http/, "ws")}?${query}`, options))

export const connectTo = (url: string, options: ClientOptions = {}): Effect.Effect<Bot, Refused, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<WebSocket & { bot: Bot }, Refused>((resume) => {
      const socket = new WebSocket(url, { ...options, perMessageDeflate: false })
      const bot = botOn(socket)
      socket.once("open", () => resume(Effect.succeed(Object.assign(socket, { bot }))))
      socket.once("unexpected-response", (request, { statusCode = 0 }) => {
        request.destroy()
        resume(Effect.fail(new Refused(statusCode)))
      })
      socket.once("error", () => {})
    }),
    (socket) => Effect.sync(() => socket.terminate())
  ).pipe(Effect.map(({ bot }) => bot))

/** The server answered with HTTP instead of a WebSocket. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

export const IDENTIFY = {
  token: SECRETS.bot,
  intents: 0,
  properties: { os: "linux", browser: "test", device: "test" }
}

/** Connects, takes HELLO and identifies, by default without intents. */
export const login = Effect.fnUntraced(function* (identify: object = {}) {
  const bot = yield* connect()
  yield* bot.next
  bot.send(2, { ...IDENTIFY, ...identify })
  const ready = yield* bot.next
  return { bot, ready, id: String(fields(ready)["session_id"]) }
})

/** Connects and resumes. */
export const comeBack = Effect.fnUntraced(function* (session_id: string, seq: number, token: string = SECRETS.bot) {
  const bot = yield* connect()
  yield* bot.next
  bot.send(6, { token, session_id, seq })
  return bot
})

const botOn = (socket: WebSocket): Bot => {
  const frames: Array<Frame> = []
  let end: Closed | undefined
  let wake = () => {}
  socket.on("message", (data) => {
    // The server sends frames.
    frames.push(JSON.parse(String(data)) as Frame)
    wake()
  })
  const closing = new Promise<Closed>((resolve) => {
    socket.on("close", (code, reason) => {
      end = { code, reason: String(reason) }
      wake()
      resolve(end)
    })
  })
  const next = Effect.promise(async () => {
    for (;;) {
      const frame = frames.shift()
      if (frame !== undefined) return frame
      if (end !== undefined) throw new Error(`closed with ${end.code} ${end.reason}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  })
  const closed = Effect.promise(() => closing)
  const sendRaw = (message: string | Uint8Array) => socket.send(message)
  return {
    socket,
    next,
    take: (count) => Effect.all(Array.from({ length: count }, () => next)),
    send: (op, d) => sendRaw(JSON.stringify({ op, d })),
    sendRaw,
    closed,
    close: (code) =>
      Effect.andThen(
        Effect.sync(() => socket.close(code)),
        closed
      )
  }
}
