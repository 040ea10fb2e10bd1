/**
 * A gateway client over a bare socket, cheap enough that a thousand of them in one process measure the server. It
 * counts dispatches and reads only those that it has to keep. It expects server frames that are whole, unmasked and not
 * compressed.
 */
import { connect, type Socket } from "node:net"

export const GUILD_MESSAGES = 1 << 9
/** GUILDS too. */
const INTENTS = (1 << 0) | GUILD_MESSAGES

/** Shared by all sockets: each read is processed before the next one begins. */
const shared = Buffer.alloc(64 * 1024)

export class GatewaySocket {
  readonly #socket: Socket
  #left = Buffer.alloc(0)
  #isOpen = false
  #dispatches = 0
  #kept: Array<string> | undefined
  /** Gets each dispatch, while it is set. */
  onDispatch: ((text: string) => void) | undefined
  #waiting: { readonly count: number; readonly resolve: () => void; readonly reject: (why: Error) => void } | undefined

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    const callback = (size: number): boolean => {
      this.#take(shared.subarray(0, size))
      return true
    }
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer: shared, callback } })
    this.#socket.on("error", (error) => this.#fail(error))
    this.#socket.on("close", () => this.#fail(new Error("the server closed a gateway connection")))
    this.#socket.write(HANDSHAKE)
  }

  /** Number of dispatches since the connection began. */
  get dispatches(): number {
    return this.#dispatches
  }

  /** Identifies and waits for READY and for the GUILD_CREATE of each guild. */
  logIn(token: string, guilds: number, shard?: readonly [number, number], intents = INTENTS): Promise<void> {
    const properties = { os: "linux", browser: "bench", device: "bench" }
    this.#socket.write(textFrame(JSON.stringify({ op: 2, d: { token, intents, properties, shard } })))
    return this.reach(1 + guilds)
  }

  /** Waits until the total number of dispatches reaches `count`. */
  reach(count: number): Promise<void> {
    if (this.#dispatches >= count) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#waiting = { count, resolve, reject }
    })
  }

  heartbeat(): void {
    this.#socket.write(HEARTBEAT)
  }

  /** From now on, appends dispatches to the returned list. */
  keep(): ReadonlyArray<string> {
    this.#kept = []
    return this.#kept
  }

  /** Closes the session, so that the server forgets it. */
  close(): void {
    this.#waiting = undefined
    this.#socket.end(GOODBYE)
  }

  #take(chunk: Buffer): void {
    let bytes = this.#left.length === 0 ? chunk : Buffer.concat([this.#left, chunk])
    if (!this.#isOpen) {
      const end = bytes.indexOf("\r\n\r\n")
      this.#isOpen = end >= 0
      if (this.#isOpen && !bytes.toString("latin1", 0, 12).endsWith(" 101"))
        this.#fail(new Error(bytes.toString("latin1", 0, end)))
      bytes = this.#isOpen ? bytes.subarray(end + 4) : bytes
    }
    const rest = this.#isOpen ? this.#walk(bytes) : bytes
    // Copied, because the next read overwrites the buffer.
    this.#left = rest.length === 0 ? NOTHING : Buffer.from(rest)
  }

  /** Reads the whole frames and returns the rest. */
  #walk(bytes: Buffer): Buffer {
    let at = 0
    while (at + 2 <= bytes.length) {
      const short = (bytes[at + 1] ?? 0) & 0x7f
      const head = short < 126 ? 2 : short === 126 ? 4 : 10
      if (at + head > bytes.length) break
      const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6)
      if (at + head + size > bytes.length) break
      this.#frame(bytes, at + head, at + head + size)
      at += head + size
    }
    return bytes.subarray(at)
  }

  /** Every frame begins with `t`, which is null except in a dispatch. */
  #frame(bytes: Buffer, start: number, end: number): void {
    if (bytes[start + 5] !== QUOTE) return
    this.#dispatches += 1
    if (this.#kept !== undefined || this.onDispatch !== undefined) {
      const text = bytes.toString("utf8", start, end)
      this.#kept?.push(text)
      this.onDispatch?.(text)
    }
    const waiting = this.#waiting
    if (waiting === undefined || this.#dispatches < waiting.count) return
    this.#waiting = undefined
    waiting.resolve()
  }

  #fail(why: Error): void {
    this.#waiting?.reject(why)
    this.#waiting = undefined
  }
}

const NOTHING = Buffer.alloc(0)
const QUOTE = 0x22

/** A close frame with 1000. */
const GOODBYE = Buffer.of(0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8)

const HANDSHAKE = [
  "GET /gateway?v=10&encoding=json HTTP/1.1",
  "host: 127.0.0.1",
  "connection: upgrade",
  "upgrade: websocket",
  "sec-websocket-version: 13",
  `sec-websocket-key: ${Buffer.alloc(16).toString("base64")}`,
  "\r\n"
].join("\r\n")

/** Masked with zeros, which leave the text unchanged; up to 64 KiB. */
const textFrame = (text: string): Buffer => {
  const content = Buffer.from(text)
  const head = content.length < 126 ? Buffer.of(0x81, 0x80 | content.length) : Buffer.of(0x81, 0xfe, 0, 0)
  if (content.length >= 126) head.writeUInt16BE(content.length, 2)
  return Buffer.concat([head, Buffer.alloc(4), content])
}

const HEARTBEAT = textFrame('{"op":1,"d":null}')
