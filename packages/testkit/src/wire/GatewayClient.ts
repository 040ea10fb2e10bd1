/** A gateway connection that sends any frame and keeps all it receives. Source: wire-interactions.md §3. */
import { Effect, Fiber } from "effect"
import { WebSocket } from "ws"
import { type Compression, decoder } from "./GatewayInflate.ts"

export interface Frame {
  readonly op: number
  readonly d: unknown
  readonly s: number | null
  readonly t: string | null
}

export interface GatewayClientOptions {
  /** Query parameters; undefined ones are left out. Defaults: 10 and `json`, no compression. */
  readonly v?: number | string | undefined
  readonly encoding?: string | undefined
  readonly compress?: Compression | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** `automatic` sends heartbeats at the interval of HELLO and on request of the server. Default: `manual`. */
  readonly heartbeats?: "manual" | "automatic"
  /** False: passes frames to `next` and `onFrame` without keeping them in `frames`. Default: true. */
  readonly keep?: boolean
  readonly onFrame?: (frame: Frame) => void
  /** Receives each message before it is inflated. */
  readonly onMessage?: (bytes: Buffer, isBinary: boolean) => void
}

export interface Closed {
  /** 1006 when the connection was cut. */
  readonly code: number
  readonly reason: string
}

export type GatewayClient = ReturnType<typeof makeClient>

/** The server answered the handshake with something other than a WebSocket. */
export class HandshakeRefused extends Error {
  override readonly name = "HandshakeRefused"
  readonly status: number
  constructor(status: number) {
    super(`the gateway answered ${status} to the handshake`)
    this.status = status
  }
}

/** Connects to `url`, e.g. `ws://127.0.0.1:8080`, to which the query is appended as discord.js does (§3.2). */
export const open = (url: string, options: GatewayClientOptions = {}): Promise<GatewayClient> => {
  const socket = new WebSocket(`${url}?${queryOf(options)}`, {
    headers: { ...options.headers },
    perMessageDeflate: false
  })
  // Listen before the connection is open: the first frame comes at once.
  const client = makeClient(socket, options)
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve(client))
    socket.once("error", reject)
    socket.once("unexpected-response", (request, response) => {
      request.destroy()
      reject(new HandshakeRefused(response.statusCode ?? 0))
    })
  })
}

const queryOf = ({ v = 10, encoding = "json", compress }: GatewayClientOptions): string => {
  const given = Object.entries({ v, encoding, compress }).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

const makeClient = (socket: WebSocket, options: GatewayClientOptions) => {
  const inbox = makeInbox(options.keep ?? true)
  const sendRaw = (message: string | Uint8Array) => socket.send(message)
  const send = (frame: { readonly op: number; readonly d?: unknown }) => sendRaw(JSON.stringify(frame))
  const beat = () => send({ op: 1, d: inbox.seq() })
  const react = options.heartbeats === "automatic" ? beating(socket, beat) : () => {}

  // Inflates messages in order, all of them before the close is reported.
  const decode = decoder(options.compress)
  let done: Promise<unknown> = Promise.resolve()
  const take = (text: string) => {
    // The gateway sends only frames; a test that doubts this checks the fields.
    const frame = JSON.parse(text) as Frame
    inbox.put(frame)
    options.onFrame?.(frame)
    react(frame)
  }
  socket.on("message", (data: Buffer, isBinary) => {
    options.onMessage?.(data, isBinary)
    const text = decode(data, isBinary)
    done = done.then(() => text).then(take)
    done.catch((error: unknown) => inbox.fail(error))
  })
  const closed = new Promise<Closed>((resolve) => {
    socket.on("close", (code, reason) => {
      const ending = { code, reason: reason.toString() }
      const end = () => {
        inbox.fail(new Error(`the connection closed: ${code} ${ending.reason}`))
        resolve(ending)
      }
      done.then(end, end)
    })
  })
  // Errors show in the close code, or reject `open`.
  socket.on("error", () => {})

  const { seq, next } = inbox
  const frames: ReadonlyArray<Frame> = inbox.frames
  return {
    socket,
    /** All frames so far, oldest first. */
    frames,
    /** The highest `s` so far. */
    seq,
    /**
     * Takes the oldest matching frame that was not taken yet and waits for it while the connection is open. Other
     * frames can be taken later. Rejects when the connection closes first.
     */
    next,
    /** The data of the oldest dispatch `t` that was not taken yet. Tests read fields of many kinds. */
    event: async <D = Readonly<Record<string, unknown>>>(t: string) =>
      // The caller knows what the event carries.
      (await next((frame) => frame.op === 0 && frame.t === t)).d as D,
    /** Identifies with `token` and the given fields; the defaults are no intents and the properties of a test. */
    identify: (d: { readonly token: string } & Readonly<Record<string, unknown>>) =>
      send({ op: 2, d: { intents: 0, properties: PROPERTIES, ...d } }),
    resume: (d: { readonly token: string; readonly session_id: string; readonly seq: number | null }) =>
      send({ op: 6, d }),
    /** Sends a heartbeat with the last `s`. */
    beat,
    send,
    /** Sends a string as a text frame, bytes as a binary one. */
    sendRaw,
    close: (code?: number, reason?: string) => socket.close(code, reason),
    /** Cuts the connection without a close frame. */
    cut: () => socket.terminate(),
    /** Resolves after the last frame was read. */
    closed
  }
}

const PROPERTIES = { os: "linux", browser: "backlot", device: "backlot" }

interface Waiter {
  readonly fits: (frame: Frame) => boolean
  readonly resolve: (frame: Frame) => void
  readonly reject: (error: unknown) => void
}

const makeInbox = (keep: boolean) => {
  const frames: Array<Frame> = []
  const untaken: Array<Frame> = []
  const waiters: Array<Waiter> = []
  let seq: number | null = null
  let failure: { readonly error: unknown } | undefined
  return {
    frames,
    seq: () => seq,
    put: (frame: Frame) => {
      seq = frame.s ?? seq
      if (keep) frames.push(frame)
      const at = waiters.findIndex(({ fits }) => fits(frame))
      if (at >= 0) waiters.splice(at, 1)[0]?.resolve(frame)
      else if (keep) untaken.push(frame)
    },
    next: (fits: (frame: Frame) => boolean = () => true) =>
      new Promise<Frame>((resolve, reject) => {
        const at = untaken.findIndex(fits)
        const [found] = at < 0 ? [] : untaken.splice(at, 1)
        if (found !== undefined) resolve(found)
        else if (failure !== undefined) reject(failure.error)
        else waiters.push({ fits, resolve, reject })
      }),
    fail: (error: unknown) => {
      failure ??= { error }
      for (const { reject } of waiters.splice(0)) reject(error)
    }
  }
}

/** Sends heartbeats from HELLO until the close. */
const beating = (socket: WebSocket, beat: () => void) => {
  const live = Effect.sync(() => {
    if (socket.readyState === WebSocket.OPEN) beat()
  })
  return ({ op, d }: Frame) => {
    if (op === 1) Effect.runSync(live)
    if (op !== 10) return
    // HELLO's data (§3.3).
    const { heartbeat_interval } = d as { readonly heartbeat_interval: number }
    const fiber = Effect.runFork(Effect.forever(Effect.andThen(Effect.sleep(heartbeat_interval), live)))
    socket.once("close", () => Effect.runFork(Fiber.interrupt(fiber)))
  }
}
