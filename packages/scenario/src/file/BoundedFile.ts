/** Reads whole files, up to a limit. */
import { createReadStream } from "node:fs"
import { type Bound, formatBound } from "../Bounds.ts"

/** Rejects with the error of the file system, and if the file has more bytes than the limit. */
export const readBounded = async (path: string, bound: Bound): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Array<Buffer> = []
  let size = 0
  // Reads one byte more than allowed, because the reported size may be wrong.
  for await (const chunk of createReadStream(path, { end: bound.value, highWaterMark: 1024 * 1024 })) {
    // Without an encoding, chunks are bytes.
    const bytes = chunk as Buffer
    size += bytes.length
    chunks.push(bytes)
  }
  if (size > bound.value) throw new Error(`it is larger than ${formatBound(bound)}`)
  return Buffer.concat(chunks)
}
