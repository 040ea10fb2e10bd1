/**
 * The pictures of custom emojis and stickers, and the files of sounds: the bytes that were given, with their own type.
 * Source: the platform's documentation of image formatting. Our choice: docs/choices.md "Emojis".
 */
import { bytesOf, pictureOf } from "@backlot/domain/base/Picture"
import { soundOf } from "@backlot/domain/base/SoundFile"
import { stickerOf } from "@backlot/domain/base/StickerFile"
import * as Emojis from "@backlot/usecases/expression/Emojis"
import * as Sounds from "@backlot/usecases/expression/Sounds"
import * as Stickers from "@backlot/usecases/expression/Stickers"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import { type Call, param } from "../http/Route.ts"
import { PICTURES } from "./DefaultAvatar.ts"

interface Shown {
  readonly type: string
  readonly bytes: Uint8Array
}

/** `otherwise`: what one without a file of its own shows. */
const files = (
  name: RegExp,
  uriOf: typeof Emojis.picture,
  shownOf: (bytes: Uint8Array) => Shown | undefined,
  otherwise: (id: string) => Shown
) =>
  Effect.fnUntraced(
    function* (call: Call) {
      const [, id = ""] = name.exec(param(call, "file")) ?? []
      const uri = yield* uriOf(id)
      const bytes = uri === null ? undefined : bytesOf(uri)
      const picture = (bytes && shownOf(bytes)) ?? otherwise(id)
      return Answer.of(200, picture.type, picture.bytes, { "x-content-type-options": "nosniff" })
    },
    Effect.catchTag("NotFound", (error) => Effect.succeed(Answer.failure(error)))
  )

/** The picture of what has none: a square, in a color that follows from its id. */
const squareOf = (id: string) => ({
  type: "image/png",
  bytes: PICTURES.get(`${BigInt(id) % BigInt(PICTURES.size)}.png`) ?? new Uint8Array()
})

/** Frames of an MP3 without sound, 26 milliseconds each: 128 kbit/s at 44.1 kHz, nothing but heads. */
const FRAME = [0xff, 0xfb, 0x90, 0x00, ...Array.from({ length: 413 }, () => 0)]
const SILENCE: Shown = {
  type: "audio/mpeg",
  bytes: Uint8Array.from(Array.from({ length: 10 }, () => FRAME).flat())
}

/** GET of `/emojis/ID.EXT`. */
export const emojiPicture = files(/^(\d{1,20})\.(?:png|jpe?g|webp|gif|avif)$/, Emojis.picture, pictureOf, squareOf)

/** GET of `/stickers/ID.EXT`. */
export const stickerPicture = files(/^(\d{1,20})\.(?:png|json|gif)$/, Stickers.picture, stickerOf, squareOf)

/** GET of `/soundboard-sounds/ID`. */
export const soundFile = files(/^(\d{1,20})$/, Sounds.file, soundOf, () => SILENCE)
