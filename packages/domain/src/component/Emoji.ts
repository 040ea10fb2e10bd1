/**
 * Emoji of components and polls: a custom emoji has an id, any other its character as name. Source: the platform's
 * official OpenAPI document, `PollEmojiCreateRequest`; `ComponentEmojiForRequest` requires a name, but libraries send a
 * custom emoji by its id alone, and the platform accepts it (discordjs/discord.js#8310).
 */
import { Schema } from "effect"
import * as FormError from "../error/FormError.ts"
import { Bool, field, Id } from "../validation/Shape.ts"
import { text } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"

/** `nameMax` in code points. */
export const emojiShape = (nameMax: number) =>
  Schema.Struct({ id: field(Id), name: field(text(0, nameMax)), animated: field(Bool) })

export type EmojiDraft = ReturnType<typeof emojiShape>["Type"]

/** The error of an emoji's name, if any; `max` in code points. */
export const emojiNameError = ({ id, name }: EmojiDraft, max: number) =>
  id == null && name == null ? FormError.required : lengthError(name, 0, max)
