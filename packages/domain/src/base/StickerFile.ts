/**
 * Pictures of stickers: PNG, APNG, GIF and Lottie. What a file is, its bytes say. Source: official OpenAPI document,
 * `StickerFormatTypes`; the platform's documentation, "Sticker Format Types".
 */
import { Option, Result, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { pictureOf } from "./Picture.ts"

export interface StickerFile {
  readonly format_type: StickerFormat
  /** A media type. */
  readonly type: string
  readonly bytes: Uint8Array
}

export const FORMAT = { PNG: 1, APNG: 2, LOTTIE: 3, GIF: 4 } as const

export type StickerFormat = (typeof FORMAT)[keyof typeof FORMAT]

/** Undefined where the bytes are no picture that a sticker can have. */
export const stickerOf = (bytes: Uint8Array): StickerFile | undefined => {
  const type = pictureOf(bytes)?.type
  if (type === "image/png") return { format_type: isAnimated(bytes) ? FORMAT.APNG : FORMAT.PNG, type, bytes }
  if (type === "image/gif") return { format_type: FORMAT.GIF, type, bytes }
  return isLottie(bytes) ? { format_type: FORMAT.LOTTIE, type: "application/json", bytes } : undefined
}

/** The data URI of a sticker: equal files have equal ones. */
export const uriOf = ({ type, bytes }: StickerFile): string => `data:${type};base64,${Base64.encode(bytes)}`

/** A PNG moves when a chunk of animation stands before the first chunk of its picture. Reads the head of each chunk. */
const isAnimated = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = SIGNATURE; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (name === "acTL") return true
    if (name === "IDAT") return false
  }
  return false
}

const SIGNATURE = 8

const BRACE = 0x7b

/** An object in JSON with a version, a frame rate and layers, as every player of them needs. */
const isLottie = (bytes: Uint8Array): boolean => {
  if (bytes[0] !== BRACE) return false
  // The domain has no decoder of UTF-8 but this one.
  const text = Result.getOrElse(Base64.decodeString(Base64.encode(bytes)), () => "")
  return Option.isSome(lottieOf(text))
}

const lottieOf = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ v: Schema.String, fr: Schema.Number, layers: Schema.Array(Schema.Unknown) }))
)
