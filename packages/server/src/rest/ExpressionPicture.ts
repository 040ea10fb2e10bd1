/**
 * The pictures of custom emojis and stickers: the bytes that were given, with their own type. Source: the platform's
 * documentation of image formatting. Our choice: docs/choices.md "Emojis".
 */
import { bytesOf, pictureOf } from "@backlot/domain/base/Picture"
import { stickerOf } from "@backlot/domain/base/StickerFile"
import * as Emojis from "@backlot/usecases/guild/Emojis"
import * as Stickers from "@backlot/usecases/guild/Stickers"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import { type Call, param } from "../http/Route.ts"
import { PICTURES } from "./DefaultAvatar.ts"

interface Shown {
  readonly type: string
  readonly bytes: Uint8Array
}

const pictures = (name: RegExp, uriOf: typeof Emojis.picture, shownOf: (bytes: Uint8Array) => Shown | undefined) =>
  Effect.fnUntraced(
    function* (call: Call) {
      const [, id = ""] = name.exec(param(call, "file")) ?? []
      const uri = yield* uriOf(id)
      const bytes = uri === null ? undefined : bytesOf(uri)
      const picture = (bytes && shownOf(bytes)) ?? squareOf(id)
      return Answer.of(200, picture.type, picture.bytes, { "x-content-type-options": "nosniff" })
    },
    Effect.catchTag("NotFound", (error) => Effect.succeed(Answer.failure(error)))
  )

/** GET of `/emojis/ID.EXT`. */
export const emojiPicture = pictures(/^(\d{1,20})\.(?:png|jpe?g|webp|gif|avif)$/, Emojis.picture, pictureOf)

/** GET of `/stickers/ID.EXT`. */
export const stickerPicture = pictures(/^(\d{1,20})\.(?:png|json|gif)$/, Stickers.picture, stickerOf)

/** The picture of what has none: a square, in a color that follows from its id. */
const squareOf = (id: string) => ({
  type: "image/png",
  bytes: PICTURES.get(`${BigInt(id) % BigInt(PICTURES.size)}.png`) ?? new Uint8Array()
})
