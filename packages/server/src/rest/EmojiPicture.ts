/**
 * The pictures of custom emojis: the bytes that were given, with their own type. Source: the platform's documentation of
 * image formatting. Our choice: docs/choices.md "Emojis".
 */
import { bytesOf, pictureOf } from "@backlot/domain/base/Picture"
import * as Emojis from "@backlot/usecases/guild/Emojis"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import { type Call, param } from "../http/Route.ts"
import { PICTURES } from "./DefaultAvatar.ts"

const FILE = /^(\d{1,20})\.(?:png|jpe?g|webp|gif|avif)$/

/** GET of `/emojis/ID.EXT`. */
export const emojiPicture = Effect.fnUntraced(
  function* (call: Call) {
    const [, id = ""] = FILE.exec(param(call, "file")) ?? []
    const uri = yield* Emojis.picture(id)
    const bytes = uri === null ? undefined : bytesOf(uri)
    const picture = (bytes && pictureOf(bytes)) ?? squareOf(id)
    return Answer.of(200, picture.type, picture.bytes, { "x-content-type-options": "nosniff" })
  },
  Effect.catchTag("NotFound", (error) => Effect.succeed(Answer.failure(error)))
)

/** The picture of an emoji without one: a square, in a color that follows from its id. */
const squareOf = (id: string) => ({
  type: "image/png",
  bytes: PICTURES.get(`${BigInt(id) % BigInt(PICTURES.size)}.png`) ?? new Uint8Array()
})
