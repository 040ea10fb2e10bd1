/**
 * The body that edits a guild: its name and locale. What the service keeps nothing of is accepted and not read, the
 * owner among it, whom no bot may change (ours). Source: official OpenAPI document, `GuildPatchRequestPartial`.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Text } from "../validation/Shape.ts"
import { lengthError } from "../validation/TextLength.ts"

const decode = decoder(Schema.Struct({ name: field(Text), preferred_locale: field(Text) }))

export const guildBody = (sent: unknown): ElementBody => {
  const { value, faults } = decode(sent)
  return {
    body: said({ name: unlessNull(value.name), preferred_locale: value.preferred_locale }),
    // A world may call a guild by one letter.
    faults: [...faults, ...at(["name"], lengthError(value.name, Limits.guild.nameMin, Limits.guild.nameMax))],
    places: {}
  }
}
