/** Files that are read whole, if they are not too large. */
import { createReadStream } from "node:fs"
import { type Bound, formatBound } from "../Bounds.ts"

/** Rejects as the file system does, and where the file has more bytes than it may. */
export const readBounded = async (path: string, bound: Bound): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Array<Buffer> = []
  let size = 0
  // Up to one byte more than it may have; what the file system says of its size need not be so.
  for await (const chunk of createReadStream(path, { end: bound.value, highWaterMark: 1024 * 1024 })) {
    // Without an encoding, chunks are bytes.
    const bytes = chunk as Buffer
    size += bytes.length
    chunks.push(bytes)
  }
  if (size > bound.value) throw new Error(`it is larger than ${formatBound(bound)}`)
  return Buffer.concat(chunks)
}
