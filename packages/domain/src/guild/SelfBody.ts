/**
 * The body by which a bot edits its user: the username. Pictures are accepted and not kept (ours).
 * Source: official OpenAPI document, `BotAccountPatchRequest`; its documentation makes every field optional.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Text } from "../validation/Shape.ts"
import { lengthError } from "../validation/TextLength.ts"

const decode = decoder(Schema.Struct({ username: field(Text) }))

/** In the shape of an application, whose bot it is. */
export const selfBody = (sent: unknown): ElementBody => {
  const { value, faults } = decode(sent)
  const username = value.username ?? undefined
  return {
    body: said({ bot: username === undefined ? undefined : { username } }),
    faults: [...faults, ...at(["username"], lengthError(username, Limits.user.nameMin, Limits.user.nameMax))],
    places: { bot: [] }
  }
}
