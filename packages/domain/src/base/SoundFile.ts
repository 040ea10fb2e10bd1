/**
 * Sounds of soundboards: MP3 and Ogg (Vorbis or Opus). What a file is, its bytes say. Reads the head of each frame or page
 * once. Source: the platform's documentation of the soundboard; ISO 11172-3 (frames); RFC 3533 (pages), RFC 7845 (Opus).
 */
import * as Base64 from "effect/encoding/Base64"

export interface SoundFile {
  /** A media type. */
  readonly type: "audio/mpeg" | "audio/ogg"
  readonly seconds: number
  readonly bytes: Uint8Array
}

/** Undefined where the bytes are no sound that a soundboard can have. */
export const soundOf = (bytes: Uint8Array): SoundFile | undefined => {
  const pages = oggSeconds(bytes)
  if (pages !== undefined) return { type: "audio/ogg", seconds: pages, bytes }
  const frames = mp3Seconds(bytes)
  return frames === undefined ? undefined : { type: "audio/mpeg", seconds: frames, bytes }
}

/** The data URI of a sound: equal files have equal ones. */
export const uriOf = ({ type, bytes }: SoundFile): string => `data:${type};base64,${Base64.encode(bytes)}`

/** Kilobits per second of layer III, by the index in a frame: of MPEG 1, and of MPEG 2 and 2.5. */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
] as const

const RATES = [44_100, 48_000, 32_000] as const

interface FrameHead {
  /** Bytes of the whole frame. */
  readonly length: number
  readonly seconds: number
}

/** The head of a frame of layer III. */
const frameAt = (bytes: Uint8Array, at: number): FrameHead | undefined => {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3)
  const version = (kind >> 3) & 3
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || version === 1) return undefined
  const isFirst = version === 3
  const kilobits = BITRATES[isFirst ? 0 : 1][rates >> 4] ?? 0
  const full = RATES[(rates >> 2) & 3]
  if (kilobits === 0 || full === undefined) return undefined
  const rate = isFirst ? full : version === 2 ? full / 2 : full / 4
  const samples = isFirst ? 1152 : 576
  const length = Math.floor((samples * 125 * kilobits) / rate) + ((rates >> 1) & 1)
  return { length, seconds: samples / rate }
}

/** The frames behind a tag, until something else comes, such as another tag. */
const mp3Seconds = (bytes: Uint8Array): number | undefined => {
  let seconds = 0
  let at = tagLength(bytes)
  for (let frame = frameAt(bytes, at); frame !== undefined; frame = frameAt(bytes, at)) {
    seconds += frame.seconds
    at += frame.length
  }
  return seconds === 0 ? undefined : seconds
}

/** Bytes of an ID3v2 tag at the beginning: its length has seven bits in each byte. */
const tagLength = (bytes: Uint8Array): number => {
  if (ascii(bytes, 0, 3) !== "ID3") return 0
  return bytes.subarray(6, 10).reduce((length, byte) => length * 128 + (byte & 0x7f), 0) + 10
}

const PAGE_HEAD = 27
const NO_POSITION = 0xffff_ffff_ffff_ffffn

/** The position of the last page counts the samples. */
const oggSeconds = (bytes: Uint8Array): number | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const codec = codecOf(bytes, view)
  if (codec === undefined) return undefined
  let samples = 0
  for (let at = 0; at + PAGE_HEAD <= bytes.length && ascii(bytes, at, at + 4) === "OggS"; ) {
    const position = view.getBigUint64(at + 6, true)
    if (position !== NO_POSITION) samples = Number(position)
    const sizes = bytes.subarray(at + PAGE_HEAD, at + PAGE_HEAD + (bytes[at + 26] ?? 0))
    at += PAGE_HEAD + sizes.reduce((length, size) => length + size, sizes.length)
  }
  return Math.max(0, samples - codec.skip) / codec.rate
}

/** What the first page says: the samples of a second, and how many are skipped at the beginning. */
const codecOf = (bytes: Uint8Array, view: DataView): { readonly rate: number; readonly skip: number } | undefined => {
  const at = PAGE_HEAD + (bytes[26] ?? 0)
  if (ascii(bytes, 0, 4) !== "OggS" || bytes.length < at + 16) return undefined
  if (ascii(bytes, at, at + 8) === "OpusHead") return { rate: 48_000, skip: view.getUint16(at + 10, true) }
  const rate = ascii(bytes, at, at + 7) === "\u0001vorbis" ? view.getUint32(at + 12, true) : 0
  return rate === 0 ? undefined : { rate, skip: 0 }
}

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
