/**
 * Bodies that edit names: of a guild, which also has a locale, and of the bot's user. The service ignores other fields.
 * Our choice: docs/choices.md "Guilds and members". Source: official OpenAPI document, `GuildPatchRequestPartial`,
 * `BotAccountPatchRequest`.
 */
import { Schema } from "effect"
import { guild, user } from "../base/Limits.ts"
import { LOCALES } from "../base/Locale.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Text } from "../validation/Shape.ts"
import { oneOf, text } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"

export const GuildEdit = Schema.Struct({
  name: field(text(guild.nameMin, guild.nameMax)),
  preferred_locale: field(oneOf(Text, LOCALES))
}).annotate({ identifier: "GuildEditBody" })

const decodeGuild = decoder(GuildEdit)

export const guildBody = (sent: unknown): ElementBody => {
  const { value, faults } = decodeGuild(sent)
  return {
    body: said({ name: unlessNull(value.name), preferred_locale: value.preferred_locale }),
    // The world file also allows a name of one letter.
    faults: [...faults, ...at(["name"], lengthError(value.name, guild.nameMin, guild.nameMax))],
    places: {}
  }
}

export const SelfEdit = Schema.Struct({ username: field(text(user.nameMin, user.nameMax)) }).annotate({
  identifier: "SelfEditBody"
})

const decodeSelf = decoder(SelfEdit)

/** The edit in the shape of the bot's application. */
export const selfBody = (sent: unknown): ElementBody => {
  const { value, faults } = decodeSelf(sent)
  const username = unlessNull(value.username)
  return {
    body: said({ bot: username === undefined ? undefined : { username } }),
    faults: [...faults, ...at(["username"], lengthError(username, user.nameMin, user.nameMax))],
    places: { bot: [] }
  }
}
