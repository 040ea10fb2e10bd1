/**
 * The body that edits the bot's user. Our choice: docs/choices.md "Guilds
 * and members". Source: official OpenAPI document, `BotAccountPatchRequest`.
 */
import { Schema } from "effect"
import { user } from "../base/Limits.ts"
import { profile } from "../base/ProfileLimits.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Text } from "../validation/Shape.ts"
import { described, text } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"
import { sentPicture } from "./PictureBody.ts"

const picture = field(described(Text, "A picture as a data URI."))

export const SelfEdit = Schema.Struct({
  username: field(text(user.nameMin, user.nameMax)),
  avatar: picture,
  banner: picture
}).annotate({ identifier: "SelfEditBody" })

const decodeSelf = decoder(SelfEdit)

/** The edit in the shape of the bot's application. */
export const selfBody = (sent: unknown, sha256: (text: string) => string): ElementBody => {
  const { value, faults } = decodeSelf(sent)
  const username = unlessNull(value.username)
  const avatar = sentPicture(value.avatar, profile.pictureBytes, sha256)
  const banner = sentPicture(value.banner, profile.pictureBytes, sha256)
  const bot = said({ username, avatar: avatar.hash, banner: banner.hash })
  return {
    body: Object.keys(bot).length === 0 ? {} : { bot },
    faults: [
      ...faults,
      ...at(["username"], lengthError(username, user.nameMin, user.nameMax)),
      ...at(["avatar"], avatar.error),
      ...at(["banner"], banner.error)
    ],
    places: { bot: [] },
    pictures: [...avatar.kept, ...banner.kept]
  }
}
