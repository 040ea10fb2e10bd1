/**
 * The pictures of users without an avatar, and of emojis without a picture. Source: the platform's
 * documentation of image formatting: five pictures by discriminator, six by the user's id.
 */
import { NotFound } from "@backlot/domain/error/ServiceError"
import { Effect, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Answer from "../http/Answer.ts"
import { type Call, param } from "../http/Route.ts"

/** A PNG of 64 by 64 pixels in one color, in base64: the pictures differ only in their palette. */
const BEFORE = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAAA1BMVE"
const AFTER = "AAAAD0lEQVR42mNgGAWjgHwAAAJAAAHgTR1EAAAAAElFTkSuQmCC"

/** The palette of each picture and its checksum, by the number in the address. */
const PALETTES = ["VYZfKO7E4A", "V0f43PLGfy", "VX8oeb35BT", "X6phoaFinJ", "XtQkXCueax", "XrRZ6YdAeY"]

export const PICTURES: ReadonlyMap<string, Uint8Array> = new Map(
  PALETTES.map((palette, number) => [`${number}.png`, Result.getOrThrow(Base64.decode(`${BEFORE}${palette}${AFTER}`))])
)

/** GET of `/embed/avatars/N.png`. */
export const defaultAvatar = (call: Call): Effect.Effect<Answer.Answer> => {
  const picture = PICTURES.get(param(call, "file"))
  return Effect.succeed(
    picture === undefined
      ? Answer.failure(new NotFound())
      : Answer.of(200, "image/png", picture, { "x-content-type-options": "nosniff" })
  )
}
