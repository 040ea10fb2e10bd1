/** Writes gateway messages with the compression that the client asked for. Source: wire-interactions.md §3.11. */
import { constants, createDeflate, createZstdCompress, deflate } from "node:zlib"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import { WebSocket } from "ws"

export type Compression = "none" | "zlib-stream" | "zstd-stream"

export interface FrameWriter {
  /** Sends one message (UTF-8 JSON), in order, as text or, compressed, as binary; its bytes must not change. */
  readonly write: (frame: Uint8Array) => void
  /** Sends each later message as one zlib blob (IDENTIFY `compress: true`). Does nothing on a compressed stream. */
  readonly compressPayloads: () => void
  /** Closes after everything written before. Later writes are ignored; `ws` cuts off a peer that does not answer. */
  readonly close: (code: number, reason: string) => void
  /** Bytes that have not left yet: uncompressed while they wait for the compressor, compressed afterwards. */
  readonly backlog: () => number
  /** Frees the compressor; called when the socket has closed. */
  readonly end: () => void
}

export const makeWriter = (socket: WebSocket, compression: Compression): FrameWriter => {
  let sender = compression === "none" ? plain(socket) : compressed(socket, streaming(compression))
  return {
    write: (frame) => sender.write(frame),
    close: (code, reason) => sender.close(code, reason),
    backlog: () => sender.waiting() + socket.bufferedAmount,
    end: () => sender.end(),
    compressPayloads: () => {
      if (compression !== "none" || sender.compresses) return
      // Earlier messages are with the socket already, so the order is kept.
      sender = compressed(socket, blobs)
    }
  }
}

interface Sender extends Pick<FrameWriter, "write" | "close" | "end"> {
  readonly compresses: boolean
  /** Bytes that have not reached the socket yet. */
  readonly waiting: () => number
}

const TEXT = { binary: false } as const
const BINARY = { binary: true } as const

const plain = (socket: WebSocket): Sender => ({
  compresses: false,
  write: (frame) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(frame, TEXT)
  },
  close: (code, reason) => socket.close(code, reason),
  waiting: () => 0,
  end: () => {}
})

interface Compressor {
  /** Calls `done` once, always asynchronously. Not called again before that. */
  readonly compress: (frame: Uint8Array, done: (error: Error | null, message: Uint8Array) => void) => void
  readonly end: () => void
}

/** Compresses one message at a time, outside the event loop; later messages wait. */
const compressed = (socket: WebSocket, compressor: Compressor): Sender => {
  const line: Array<Uint8Array> = []
  let waiting = 0
  let closing: { readonly code: number; readonly reason: string } | undefined
  let ended = false

  const end = () => {
    if (ended) return
    ended = true
    line.length = 0
    waiting = 0
    compressor.end()
  }

  const next = () => {
    const [frame] = line
    if (frame !== undefined) compressor.compress(frame, sent)
    else if (closing !== undefined) socket.close(closing.code, closing.reason)
  }

  const sent = (error: Error | null, message: Uint8Array) => {
    if (ended) return
    if (error !== null) {
      end()
      socket.close(CLOSE.UNKNOWN_ERROR.code, CLOSE.UNKNOWN_ERROR.reason)
      return
    }
    waiting -= line.shift()?.byteLength ?? 0
    if (socket.readyState === WebSocket.OPEN) socket.send(message, BINARY)
    next()
  }

  return {
    compresses: true,
    write: (frame) => {
      if (ended || closing !== undefined) return
      waiting += frame.byteLength
      // The frame in the compressor stays first in the line until it is sent.
      if (line.push(frame) === 1) next()
    },
    close: (code, reason) => {
      closing ??= { code, reason }
      if (line.length === 0) next()
    },
    waiting: () => waiting,
    end
  }
}

/**
 * The full window, as on the platform: discordrb inflates only what begins with 78. Small tables keep it at 160 KB per
 * connection.
 */
const ZLIB = { windowBits: 15, memLevel: 6, chunkSize: 8 * 1024 }
/** About 100 KB per connection instead of 850 KB, with nearly the same message sizes. */
const zstd = () => ({
  chunkSize: 8 * 1024,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_windowLog]: 14,
    [constants.ZSTD_c_hashLog]: 12
  }
})

/** One compression context per connection, flushed after each message: a zlib message ends with 00 00 FF FF. */
const streaming = (compression: "zlib-stream" | "zstd-stream"): Compressor => {
  const stream =
    compression === "zlib-stream"
      ? createDeflate({ ...ZLIB, flush: constants.Z_SYNC_FLUSH })
      : createZstdCompress({ ...zstd(), flush: constants.ZSTD_e_flush })
  const chunks: Array<Uint8Array> = []
  stream.on("data", (chunk: Uint8Array) => chunks.push(chunk))
  // The callback of `write` receives the same error.
  stream.on("error", () => {})
  return {
    compress: (frame, done) =>
      stream.write(frame, (error) => {
        done(error ?? null, Buffer.concat(chunks.splice(0)))
      }),
    end: () => stream.destroy()
  }
}

/** Compresses each message on its own. */
const blobs: Compressor = {
  compress: (frame, done) => deflate(frame, ZLIB, done),
  end: () => {}
}
