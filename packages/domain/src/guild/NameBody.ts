/**
 * The body that edits the name of the bot's user. The service ignores other fields. Our choice: docs/choices.md "Guilds
 * and members". Source: official OpenAPI document, `BotAccountPatchRequest`.
 */
import { Schema } from "effect"
import { user } from "../base/Limits.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field } from "../validation/Shape.ts"
import { text } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"

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
