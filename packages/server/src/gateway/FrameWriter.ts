/**
 * What a gateway connection sends: one WebSocket message for each gateway message, compressed as the connection asked.
 * Source: wire-interactions.md §3.11.
 */
import { constants, createDeflate, createZstdCompress, deflate } from "node:zlib"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import { WebSocket } from "ws"

export type Compression = "none" | "zlib-stream" | "zstd-stream"

export interface FrameWriter {
  /**
   * One gateway message: UTF-8 JSON, not changed by the caller afterwards. A text frame when nothing is compressed,
   * else a binary one. Messages leave in the order of the calls.
   */
  readonly write: (frame: Uint8Array) => void
  /** From now on each message is one whole zlib blob (IDENTIFY `compress: true`). A compressed stream stays as it is. */
  readonly compressPayloads: () => void
  /**
   * Closes when everything written before was handed to the socket, and cuts a peer that does not answer in time, as
   * `ws` does. Nothing is written afterwards.
   */
  readonly close: (code: number, reason: string) => void
  /** Bytes written that have not left yet: those that wait for the compressor as written, then as they go out. */
  readonly backlog: () => number
  /** Frees what compression holds; called when the socket has closed. */
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
      // What was written so far is with the socket already, so the order is kept.
      sender = compressed(socket, blobs)
    }
  }
}

interface Sender extends Pick<FrameWriter, "write" | "close" | "end"> {
  readonly compresses: boolean
  /** Bytes that have not reached the socket. */
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
  /** Calls back once, never before it returns; asked again only after that. */
  readonly compress: (frame: Uint8Array, done: (error: Error | null, message: Uint8Array) => void) => void
  readonly end: () => void
}

/** One message at a time is in the compressor, which works outside of the event loop; the others wait in line. */
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
      // The frame in the compressor stays the first in line until it is out.
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
 * Ours: small windows and tables, about 100 KB for a connection instead of 250 KB (zlib) and 850 KB (zstd), for next
 * to the same size of messages. Any inflater takes them.
 */
const ZLIB = { windowBits: 13, memLevel: 6, chunkSize: 8 * 1024 }
const ZSTD = {
  chunkSize: 8 * 1024,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_windowLog]: 14,
    [constants.ZSTD_c_hashLog]: 12
  }
}

/** One context for the connection, flushed after each message: a zlib message ends with 00 00 FF FF. */
const streaming = (compression: "zlib-stream" | "zstd-stream"): Compressor => {
  const stream =
    compression === "zlib-stream"
      ? createDeflate({ ...ZLIB, flush: constants.Z_SYNC_FLUSH })
      : createZstdCompress({ ...ZSTD, flush: constants.ZSTD_e_flush })
  const chunks: Array<Uint8Array> = []
  stream.on("data", (chunk: Uint8Array) => chunks.push(chunk))
  // Told to the callback of the write too.
  stream.on("error", () => {})
  return {
    compress: (frame, done) =>
      stream.write(frame, (error) => {
        done(error ?? null, Buffer.concat(chunks.splice(0)))
      }),
    end: () => stream.destroy()
  }
}

/** Each message by itself. */
const blobs: Compressor = {
  compress: (frame, done) => deflate(frame, ZLIB, done),
  end: () => {}
}
