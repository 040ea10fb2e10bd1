/**
 * Bodies that create and edit stickers; the rules of the world judge name, description, tags and picture. Source: official
 * OpenAPI document, `create_guild_sticker`, `update_guild_sticker`.
 */
import { Schema } from "effect"
import { sticker as limits } from "../base/StickerLimits.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import * as FormError from "../error/FormError.ts"
import type { FormFile } from "../validation/FormFile.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, needed } from "../validation/Shape.ts"
import { text } from "../validation/ShapeLimits.ts"

const name = text(limits.nameMin, limits.nameMax)
const tags = text(limits.tagsMin, limits.tagsMax)
const description = field(text(0, limits.descriptionMax))

/** The fields of the form, beside its `file`. */
export const NewSticker = Schema.Struct({ name: needed(name), tags: needed(tags), description }).annotate({
  identifier: "NewStickerBody",
  description: "Sent as multipart/form-data, with the picture as `file`."
})
export const StickerEdit = Schema.Struct({ name: field(name), tags: field(tags), description }).annotate({
  identifier: "StickerBody"
})

const decode = decoder(StickerEdit)

export const stickerEdit = (sent: unknown): ElementBody => {
  const { value, faults } = decode(sent)
  const { name, tags, description } = value
  return { body: said({ name: unlessNull(name), tags: unlessNull(tags), description }), faults, places: {} }
}

/** `file`: the picture as a data URI. Faults of it are at the file. */
export const newSticker = (sent: unknown, file: FormFile | undefined): ElementBody => {
  const { body, faults } = stickerEdit(sent)
  const image = file && `data:${file.content_type ?? "image/png"};base64,${file.base64}`
  return {
    body: { ...body, ...said({ image }) },
    faults: [...faults, ...at(["file"], FormError.presence(image))],
    places: { image: ["file"] }
  }
}
