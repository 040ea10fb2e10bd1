/**
 * Pictures as bodies and world files give them: data URIs. What a picture is, its bytes say, because libraries name a
 * wrong type. Source: the platform's documentation, "Image Data", "Emoji Formats".
 */
import { Result } from "effect"
import * as Base64 from "effect/encoding/Base64"

export interface Picture {
  /** A media type. */
  readonly type: string
  readonly animated: boolean
  readonly bytes: Uint8Array
}

/** The bytes of a data URI in base64; undefined for any other text. */
export const bytesOf = (uri: string): Uint8Array | undefined => {
  const [head = ""] = HEAD.exec(uri) ?? []
  return head === "" ? undefined : Result.getOrUndefined(Base64.decode(uri.slice(head.length)))
}

const HEAD = /^data:[\w.+/-]{0,100};base64,/

/** Undefined where the bytes are no picture of a kind that emojis have. */
export const pictureOf = (bytes: Uint8Array): Picture | undefined => {
  const kind = KINDS.find(({ is }) => is(bytes))
  return kind && { type: kind.type, animated: kind.moves(bytes), bytes }
}

/** The data URI of a picture: equal pictures have equal ones. */
export const uriOf = ({ type, bytes }: Picture): string => `data:${type};base64,${Base64.encode(bytes)}`

interface Kind {
  readonly type: string
  readonly is: (bytes: Uint8Array) => boolean
  readonly moves: (bytes: Uint8Array) => boolean
}

const never = () => false

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

const starts =
  (...head: ReadonlyArray<number>) =>
  (bytes: Uint8Array) =>
    head.every((byte, i) => bytes[i] === byte)

/** The brands of a file of the ISO base media format: the major one, then those that it is compatible with. */
const brandsOf = (bytes: Uint8Array): ReadonlyArray<string> => {
  if (text(bytes, 4, 8) !== "ftyp") return []
  const length = Math.min((bytes[2] ?? 0) * 256 + (bytes[3] ?? 0), bytes.length, BRANDS_END)
  const others = Array.from({ length: Math.max(0, Math.floor((length - 16) / 4)) }, (_, i) => 16 + 4 * i)
  return [8, ...others].map((at) => text(bytes, at, at + 4))
}

/** More brands than any writer names. */
const BRANDS_END = 128

const KINDS: ReadonlyArray<Kind> = [
  { type: "image/png", is: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), moves: never },
  { type: "image/jpeg", is: starts(0xff, 0xd8, 0xff), moves: never },
  {
    type: "image/gif",
    is: (bytes) => ["GIF87a", "GIF89a"].includes(text(bytes, 0, 6)),
    moves: (bytes) => framesOf(bytes) > 1
  },
  {
    type: "image/webp",
    is: (bytes) => text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 12) === "WEBP",
    // A bit of the extended header.
    moves: (bytes) => text(bytes, 12, 16) === "VP8X" && ((bytes[20] ?? 0) & 2) !== 0
  },
  {
    type: "image/avif",
    is: (bytes) => brandsOf(bytes).some((brand) => brand === "avif" || brand === "avis"),
    moves: (bytes) => brandsOf(bytes).includes("avis")
  }
]

const GIF = { extension: 0x21, frame: 0x2c }

/** The frames of a GIF, at most two: it is animated then. Reads each byte at most once. */
const framesOf = (bytes: Uint8Array): number => {
  let frames = 0
  let at = 13 + tableLength(bytes[10])
  while (at < bytes.length && frames < 2) {
    if (bytes[at] === GIF.extension) at = afterBlocks(bytes, at + 2)
    else if (bytes[at] === GIF.frame) {
      frames++
      at = afterBlocks(bytes, at + 11 + tableLength(bytes[at + 9]))
    } else break
  }
  return frames
}

/** The bytes of a table of colors, which the bits before it announce. */
const tableLength = (bits = 0): number => ((bits & 0x80) === 0 ? 0 : 3 * 2 ** ((bits & 7) + 1))

/** Where a chain of blocks ends, each with its length before it; an empty one is the last. */
const afterBlocks = (bytes: Uint8Array, from: number): number => {
  let at = from
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1
  return at + 1
}
