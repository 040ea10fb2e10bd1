/** Decodes the text of a gateway message with any compression. Source: wire-interactions.md §3.11. */
import { promisify } from "node:util"
import { constants, createInflate, createZstdDecompress, inflate } from "node:zlib"

export type Compression = "zlib-stream" | "zstd-stream"

/** One context per connection: messages must be decoded in order. */
export const decoder = (
  compress: string | undefined
): ((bytes: Buffer, isBinary: boolean) => string | Promise<string>) => {
  const whole = promisify<Buffer, Buffer>(inflate)
  const stream =
    compress === "zlib-stream" || compress === "zstd-stream" ? inflating(compress) : (bytes: Buffer) => whole(bytes)
  return (bytes, isBinary) => (isBinary ? stream(bytes).then(String) : bytes.toString("utf8"))
}

const inflating = (compress: Compression) => {
  const stream =
    compress === "zlib-stream"
      ? createInflate({ flush: constants.Z_SYNC_FLUSH })
      : createZstdDecompress({ flush: constants.ZSTD_e_flush })
  const chunks: Array<Uint8Array> = []
  stream.on("data", (chunk: Uint8Array) => chunks.push(chunk))
  // The callback of the write receives the error too.
  stream.on("error", () => {})
  return (bytes: Uint8Array) =>
    new Promise<Buffer>((resolve, reject) => {
      stream.write(bytes, (error) => {
        const whole = Buffer.concat(chunks.splice(0))
        if (error instanceof Error) reject(error)
        else resolve(whole)
      })
    })
}
