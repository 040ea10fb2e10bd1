/** Sends raw bytes to the gateway that no library would send, and reads the answers. Source: RFC 6455 §4, §5. */
import { connect } from "node:net"
import { Effect } from "effect"

export interface Answered {
  /** HTTP status of the answer; 101 when the protocol was switched; 0 without an answer. */
  readonly status: number
  /** Opcodes of WebSocket frames, in order. */
  readonly opcodes: ReadonlyArray<number>
  /** The code of a close frame. */
  readonly code: number | undefined
  /** Whether the server ended the connection or asked to end it with a close frame. */
  readonly ended: boolean
}

export interface RawFrame {
  readonly opcode: number
  readonly payload?: Uint8Array | string
  readonly fin?: boolean
  /** The three reserved bits. */
  readonly reserved?: number
  readonly masked?: boolean
  /** A false payload length for the header. */
  readonly length?: bigint
}

export const OPCODE = { CONTINUATION: 0, TEXT: 1, BINARY: 2, CLOSE: 8, PING: 9, PONG: 10 } as const

export const encode = ({ opcode, payload = "", fin = true, reserved = 0, masked = true, length }: RawFrame): Buffer => {
  const bytes = Buffer.from(payload as Uint8Array)
  const said = length ?? BigInt(bytes.length)
  const first = (fin ? 0x80 : 0) | (reserved << 4) | opcode
  const mask = masked ? 0x80 : 0
  const head =
    said < 126n
      ? Buffer.of(first, mask | Number(said))
      : said < 65_536n
        ? Buffer.of(first, mask | 126, Number(said >> 8n), Number(said & 255n))
        : Buffer.concat([Buffer.of(first, mask | 127), wide(said)])
  // A mask of zeros leaves the payload unchanged.
  return Buffer.concat([head, masked ? Buffer.alloc(4) : Buffer.alloc(0), bytes])
}

const wide = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}

/** The lines of a handshake; `changes` replaces headers, undefined removes them. */
export const handshake = (
  path: string,
  changes: Readonly<Record<string, string | undefined>> = {},
  method = "GET"
): string => {
  const headers = {
    host: "127.0.0.1",
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
    ...changes
  }
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`
}

/** The limit of silence: far above the time of any answer, so that only a hang reaches it. */
const CAP_MS = 10_000

/**
 * Sends the parts in order, each after the one before was written, and reads until the server closes or asks to close.
 * With `leave` it cuts the connection once all is written.
 */
export const exchange = (port: number, parts: ReadonlyArray<string | Uint8Array>, leave = false) =>
  Effect.callback<Answered>((resume) => {
    const chunks: Array<Buffer> = []
    const socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part)
      if (leave) socket.end(() => socket.destroy())
    })
    const end = (ended: boolean) => {
      socket.destroy()
      resume(Effect.succeed({ ...answeredBy(Buffer.concat(chunks)), ended }))
    }
    socket.setTimeout(CAP_MS, () => end(false))
    socket.on("error", () => end(true))
    socket.on("close", () => end(true))
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      if (answeredBy(Buffer.concat(chunks)).code !== undefined) end(true)
    })
    return Effect.sync(() => socket.destroy())
  })

const answeredBy = (bytes: Buffer): Omit<Answered, "ended"> => {
  const text = bytes.toString("latin1")
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0)
  const end = text.indexOf("\r\n\r\n")
  const frames = status === 101 && end >= 0 ? framesIn(bytes.subarray(end + 4)) : []
  const close = frames.find(({ opcode }) => opcode === OPCODE.CLOSE)
  const code = close === undefined ? undefined : close.payload.length < 2 ? 1005 : close.payload.readUInt16BE(0)
  return { status, opcodes: frames.map(({ opcode }) => opcode), code }
}

interface ServerFrame {
  readonly opcode: number
  readonly payload: Buffer
}

/** The whole frames of a server, which are unmasked and unfragmented. */
const framesIn = (bytes: Buffer): ReadonlyArray<ServerFrame> => {
  const frames: Array<ServerFrame> = []
  let at = 0
  while (at + 2 <= bytes.length) {
    const short = (bytes[at + 1] ?? 0) & 0x7f
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (at + head > bytes.length) break
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    if (at + head + length > bytes.length) break
    frames.push({ opcode: (bytes[at] ?? 0) & 0x0f, payload: bytes.subarray(at + head, at + head + length) })
    at += head + length
  }
  return frames
}
