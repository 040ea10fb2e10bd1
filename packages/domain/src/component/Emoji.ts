/**
 * Emojis of components and polls: a custom one is named by its id, another by itself. Source: the platform's official
 * OpenAPI document, `PollEmojiCreateRequest`; `ComponentEmojiForRequest` demands a name, but libraries send a custom
 * emoji by its id alone, and the platform takes it (discordjs/discord.js#8310).
 */
import { Schema } from "effect"
import * as FormError from "../error/FormError.ts"
import { Bool, field, Id } from "../validation/Shape.ts"
import { text } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextLength.ts"

/** `nameMax` in code points. */
export const emojiShape = (nameMax: number) =>
  Schema.Struct({ id: field(Id), name: field(text(0, nameMax)), animated: field(Bool) })

export type EmojiDraft = ReturnType<typeof emojiShape>["Type"]

/** What is wrong with the name of an emoji, if anything; `max` code points. */
export const emojiNameError = ({ id, name }: EmojiDraft, max: number) =>
  id == null && name == null ? FormError.required : lengthError(name, 0, max)
