/**
 * Bodies that create and edit emojis; the rules of the world judge name, picture and roles. Source: official OpenAPI
 * document, `create_guild_emoji`, `update_guild_emoji`, `create_application_emoji`, `update_application_emoji`.
 */
import { Schema } from "effect"
import { emoji as limits } from "../base/EmojiLimits.ts"
import { bytesOf, pictureOf } from "../base/Picture.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import * as FormError from "../error/FormError.ts"
import { countError } from "../validation/Given.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Id, list, needed, nullable, Text } from "../validation/Shape.ts"
import { described, text } from "../validation/ShapeLimits.ts"

const { nameMin, nameMax, roles: rolesMax } = limits

const name = text(nameMin, nameMax)
const image = described(Text, "A data URI of a PNG, JPEG, GIF, WebP or AVIF of at most 256 KiB.")
const roles = field(list(nullable(Id), rolesMax))

export const NewEmoji = Schema.Struct({ name: needed(name), image: needed(image), roles }).annotate({
  identifier: "NewEmojiBody"
})
export const EmojiEdit = Schema.Struct({ name: field(name), roles }).annotate({ identifier: "EmojiBody" })
export const NewApplicationEmoji = Schema.Struct({ name: needed(name), image: needed(image) }).annotate({
  identifier: "NewApplicationEmojiBody"
})
export const ApplicationEmojiEdit = Schema.Struct({ name: field(name) }).annotate({
  identifier: "ApplicationEmojiBody"
})

interface Draft {
  readonly name?: string | null
  readonly image?: string | null
  readonly roles?: ReadonlyArray<string | null | undefined> | null
}

type Shape = Schema.ConstraintDecoder<Draft, never>

const reading = (shape: Shape, isNew: boolean) => {
  const decode = decoder(shape)
  return (sent: unknown): ElementBody => {
    const { value, faults } = decode(sent)
    const given = value.roles ?? undefined
    return {
      body: said({
        name: unlessNull(value.name),
        image: unlessNull(value.image),
        // Null takes the restriction away.
        roles: value.roles === null ? [] : given?.flatMap((id) => id ?? [])
      }),
      faults: [
        ...faults,
        ...at(["roles"], countError(given, rolesMax)),
        ...(isNew ? at(["image"], FormError.presence(value.image)) : [])
      ],
      places: {}
    }
  }
}

export const newEmoji = reading(NewEmoji, true)
export const emojiEdit = reading(EmojiEdit, false)
export const newApplicationEmoji = reading(NewApplicationEmoji, true)
export const applicationEmojiEdit = reading(ApplicationEmojiEdit, false)

/** Whether the picture of a body moves; other rules report one that is none. */
export const isAnimated = ({ body: { image } }: ElementBody): boolean => {
  const bytes = typeof image === "string" && image.length <= MAX ? bytesOf(image) : undefined
  return bytes !== undefined && pictureOf(bytes)?.animated === true
}

const MAX = 2 * limits.pictureBytes
