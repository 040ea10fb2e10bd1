/** The writer over a real WebSocket, with a decompressor on the other side. Source: wire-interactions.md §3.11. */
import type { AddressInfo } from "node:net"
import { constants, createInflate, createZstdDecompress, inflateSync } from "node:zlib"
import { afterEach, assert, describe, it } from "vitest"
import { WebSocket, WebSocketServer } from "ws"
import { type Compression, type FrameWriter, makeWriter } from "../../src/gateway/FrameWriter.ts"

interface Message {
  readonly bytes: Buffer
  readonly isBinary: boolean
}

interface Pair {
  readonly writer: FrameWriter
  readonly server: WebSocket
  readonly client: WebSocket
  readonly received: ReadonlyArray<Message>
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

const opened: Array<WebSocketServer> = []

afterEach(() => {
  for (const server of opened.splice(0)) {
    for (const client of server.clients) client.terminate()
    server.close()
  }
})

const pair = async (compression: Compression): Promise<Pair> => {
  const listener = new WebSocketServer({ port: 0, host: "127.0.0.1" })
  opened.push(listener)
  await new Promise((resolve) => listener.once("listening", resolve))
  // A TCP listener has an address with a port.
  const { port } = listener.address() as AddressInfo
  const accepted = new Promise<WebSocket>((resolve) => listener.once("connection", resolve))
  const client = new WebSocket(`ws://127.0.0.1:${port}`)
  const received: Array<Message> = []
  // A message of one buffer is the default of `ws`.
  client.on("message", (bytes: Buffer, isBinary) => received.push({ bytes, isBinary }))
  const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) =>
    client.once("close", (code, reason) => resolve({ code, reason: reason.toString() }))
  )
  const [server] = await Promise.all([accepted, new Promise((resolve) => client.once("open", resolve))])
  const writer = makeWriter(server, compression)
  server.once("close", writer.end)
  return { writer, server, client, received, closed }
}

const encode = (text: string) => new TextEncoder().encode(text)

/** Like gateway frames: many small ones, one of a big guild, texts of every Unicode plane. */
const MESSAGES = Array.from({ length: 200 }, (_, s) =>
  JSON.stringify({ t: "MESSAGE_CREATE", s, op: 0, d: { content: `füttern 🐶 ${"x".repeat(s === 50 ? 900_000 : s)}` } })
)

/** Decompresses all messages with one context. */
const inflateAll = async (compression: Compression, messages: ReadonlyArray<Message>) => {
  const stream =
    compression === "zstd-stream"
      ? createZstdDecompress({ flush: constants.ZSTD_e_flush })
      : createInflate({ flush: constants.Z_SYNC_FLUSH })
  const chunks: Array<Buffer> = []
  stream.on("data", (chunk: Buffer) => chunks.push(chunk))
  const texts: Array<string> = []
  for (const { bytes } of messages) {
    await new Promise<void>((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve())))
    texts.push(Buffer.concat(chunks.splice(0)).toString("utf8"))
  }
  return texts
}

const writeAll = async ({ writer, closed }: Pair, messages = MESSAGES) => {
  for (const message of messages) writer.write(encode(message))
  writer.close(4000, "Unknown error.")
  return closed
}

describe("a connection without compression", () => {
  it("gets each message as one text frame, in order", async () => {
    const there = await pair("none")
    await writeAll(there)
    assert.deepStrictEqual(
      there.received.map(({ bytes }) => bytes.toString("utf8")),
      MESSAGES
    )
    assert.isFalse(there.received.some(({ isBinary }) => isBinary))
  })
})

describe.each(["zlib-stream", "zstd-stream"] as const)("a connection with compress=%s", (compression) => {
  it("gets each message as one binary frame that one context inflates, in order", async () => {
    const there = await pair(compression)
    await writeAll(there)
    assert.isTrue(there.received.every(({ isBinary }) => isBinary))
    assert.deepStrictEqual(await inflateAll(compression, there.received), MESSAGES)
  })

  it("gets a text that repeats in a few bytes, because the context is kept", async () => {
    const there = await pair(compression)
    const message = MESSAGES[40] ?? ""
    await writeAll(there, [message, message])
    assert.isBelow(there.received[1]?.bytes.length ?? 999, 30)
  })

  it("stays a stream when IDENTIFY asks for compressed payloads", async () => {
    const there = await pair(compression)
    there.writer.compressPayloads()
    await writeAll(there, MESSAGES.slice(0, 3))
    assert.deepStrictEqual(await inflateAll(compression, there.received), MESSAGES.slice(0, 3))
  })
})

describe("a zlib-stream", () => {
  it("ends each message with 00 00 FF FF", async () => {
    const there = await pair("zlib-stream")
    await writeAll(there)
    assert.deepStrictEqual(
      [...new Set(there.received.map(({ bytes }) => bytes.subarray(-4).toString("hex")))],
      ["0000ffff"]
    )
  })

  it("begins with 78, by which discordrb recognizes it", async () => {
    const there = await pair("zlib-stream")
    await writeAll(there, MESSAGES.slice(0, 1))
    assert.strictEqual(there.received[0]?.bytes[0], 0x78)
  })
})

describe("compressed payloads", () => {
  it("are whole zlib blobs in binary frames, after what was written before as text", async () => {
    const there = await pair("none")
    for (const message of MESSAGES.slice(0, 3)) there.writer.write(encode(message))
    there.writer.compressPayloads()
    there.writer.compressPayloads()
    await writeAll(there, MESSAGES.slice(3))
    const texts = there.received.map(({ bytes, isBinary }) => String(isBinary ? inflateSync(bytes) : bytes))
    assert.deepStrictEqual(texts, MESSAGES)
    assert.deepStrictEqual(
      there.received.map(({ isBinary }) => isBinary),
      MESSAGES.map((_, i) => i >= 3)
    )
  })

  it("begin with 78, each of them", async () => {
    const there = await pair("none")
    there.writer.compressPayloads()
    await writeAll(there, MESSAGES.slice(0, 60))
    assert.deepStrictEqual([...new Set(there.received.map(({ bytes }) => bytes[0]))], [0x78])
  })
})

describe.each(["none", "zlib-stream", "zstd-stream"] as const)("a writer (%s)", (compression) => {
  it("closes after everything written before went out, with the code and the reason", async () => {
    const there = await pair(compression)
    assert.deepStrictEqual(await writeAll(there), { code: 4000, reason: "Unknown error." })
    assert.lengthOf(there.received, MESSAGES.length)
  })

  it("sends nothing after a close, and closes once", async () => {
    const there = await pair(compression)
    there.writer.write(encode("first"))
    there.writer.close(4009, "Session timed out.")
    there.writer.write(encode("second"))
    there.writer.close(4000, "Unknown error.")
    assert.strictEqual((await there.closed).code, 4009)
    assert.lengthOf(there.received, 1)
  })

  it("counts what waits until it has left", async () => {
    const there = await pair(compression)
    assert.strictEqual(there.writer.backlog(), 0)
    there.client.pause()
    // Random, so that it stays large when compressed, and larger than the system's socket buffers.
    const noise = encode(Buffer.from(crypto.getRandomValues(new Uint8Array(65_536))).toString("base64"))
    for (let i = 0; i < 400; i++) there.writer.write(noise)
    assert.isAbove(there.writer.backlog(), 8 * 1024 * 1024)
    there.client.resume()
    there.writer.close(4000, "")
    await there.closed
    assert.lengthOf(there.received, 400)
  })

  it("takes writes, closes and ends after the socket is gone, and holds nothing", async () => {
    const there = await pair(compression)
    for (const message of MESSAGES) there.writer.write(encode(message))
    const gone = new Promise((resolve) => there.server.once("close", resolve))
    there.client.terminate()
    await gone
    there.writer.write(encode("late"))
    there.writer.compressPayloads()
    there.writer.write(encode("later"))
    there.writer.close(4000, "")
    there.writer.end()
    await new Promise((resolve) => setImmediate(resolve))
    assert.strictEqual(there.writer.backlog(), 0)
  })
})
