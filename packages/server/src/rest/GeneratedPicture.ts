/** The picture of a hash without bytes: a square of one color, which follows from the hash. Source: the PNG specification. */
import { crc32, deflateSync } from "node:zlib"

/** A PNG of `size` by `size` pixels. */
export const generated = (hash: string, size: number): Uint8Array =>
  Buffer.concat([SIGNATURE, chunk("IHDR", headOf(size)), chunk("PLTE", colorOf(hash)), pixels(size), END])

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Length, type, data and checksum. */
const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length, 0)
  whole.write(type, 4, "latin1")
  whole.set(data, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8)
  return whole
}

const END = chunk("IEND", new Uint8Array())

/** One bit for each pixel, which names a color of the palette. */
const headOf = (size: number): Uint8Array => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([1, 3], 8)
  return head
}

/** The palette: the last digits of the hash. */
const colorOf = (hash: string): Uint8Array => Buffer.from(hash.slice(-6), "hex")

const PIXELS = new Map<number, Uint8Array>()

/** Each row of pixels stands behind the number of its filter, and all are 0. Made once for each size. */
const pixels = (size: number): Uint8Array => {
  const known = PIXELS.get(size)
  if (known !== undefined) return known
  const made = chunk("IDAT", deflateSync(Buffer.alloc(size * (1 + Math.ceil(size / 8)))))
  PIXELS.set(size, made)
  return made
}
