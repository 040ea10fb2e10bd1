/**
 * The body that edits the bot's user: the username. The service accepts pictures and does not keep them. Our choice:
 * docs/choices.md "Guilds and members".
 * Source: official OpenAPI document, `BotAccountPatchRequest`; its documentation makes every field optional.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field } from "../validation/Shape.ts"
import { text } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"

const { nameMin, nameMax } = Limits.user

export const SelfEdit = Schema.Struct({ username: field(text(nameMin, nameMax)) }).annotate({
  identifier: "SelfEditBody"
})

const decode = decoder(SelfEdit)

/** The edit in the shape of the bot's application. */
export const selfBody = (sent: unknown): ElementBody => {
  const { value, faults } = decode(sent)
  const username = value.username ?? undefined
  return {
    body: said({ bot: username === undefined ? undefined : { username } }),
    faults: [...faults, ...at(["username"], lengthError(username, nameMin, nameMax))],
    places: { bot: [] }
  }
}
