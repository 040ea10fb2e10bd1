/**
 * The body that edits a guild: its name and locale. The service ignores the fields that it does not keep, and `owner_id`,
 * which no bot may change. Our choice: docs/choices.md "Guilds and members". Source: official OpenAPI document,
 * `GuildPatchRequestPartial`.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { LOCALES } from "../base/Locale.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Text } from "../validation/Shape.ts"
import { oneOf, text } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"

const { nameMin, nameMax } = Limits.guild

export const GuildEdit = Schema.Struct({
  name: field(text(nameMin, nameMax)),
  preferred_locale: field(oneOf(Text, LOCALES))
}).annotate({ identifier: "GuildEditBody" })

const decode = decoder(GuildEdit)

export const guildBody = (sent: unknown): ElementBody => {
  const { value, faults } = decode(sent)
  return {
    body: said({ name: unlessNull(value.name), preferred_locale: value.preferred_locale }),
    // The world file also allows a name of one letter.
    faults: [...faults, ...at(["name"], lengthError(value.name, nameMin, nameMax))],
    places: {}
  }
}
