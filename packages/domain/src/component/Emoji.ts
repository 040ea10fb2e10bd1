/**
 * Emojis of components and polls: a custom one is named by its id, another by itself. Source: the platform's official
 * OpenAPI document, `PollEmojiCreateRequest`; `ComponentEmojiForRequest` demands a name, but libraries send a custom
 * emoji by its id alone, and the platform takes it (discordjs/discord.js#8310).
 */
import { Schema } from "effect"
import * as FormError from "../error/FormError.ts"
import { Bool, field, Id, Text } from "../validation/Shape.ts"
import { lengthError } from "../validation/TextLength.ts"

export const EmojiShape = Schema.Struct({ id: field(Id), name: field(Text), animated: field(Bool) })

export type EmojiDraft = typeof EmojiShape.Type

/** What is wrong with the name of an emoji, if anything; `max` code points. */
export const emojiNameError = ({ id, name }: EmojiDraft, max: number) =>
  id == null && name == null ? FormError.required : lengthError(name, 0, max)
