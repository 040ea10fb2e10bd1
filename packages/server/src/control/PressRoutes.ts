/** Presses a button or selects values as a user. Source: product.md "Control plane". */
import * as Limits from "@backlot/domain/base/Limits"
import { isLocale } from "@backlot/domain/base/Locale"
import type { Fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { at } from "@backlot/domain/validation/Rule"
import * as Shape from "@backlot/domain/validation/Shape"
import { lengthError } from "@backlot/domain/validation/TextRules"
import { UseComponent } from "@backlot/protocol/control/ControlInteraction"
import * as ComponentUses from "@backlot/usecases/interaction/ComponentUses"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { idParam, judgeLocale } from "./Asked.ts"
import { answerUse, patienceOf } from "./UsedAnswer.ts"

export const useComponent = Effect.fnUntraced(function* (call: Call) {
  const user_id = yield* idParam(call, "user_id")
  const message_id = yield* idParam(call, "message_id")
  const patience = yield* patienceOf(call)
  const asked = yield* decodePress(yield* Body.json(call))
  return yield* answerUse(yield* ComponentUses.use({ user_id, message_id, ...asked }), patience)
})

const decode = Shape.decoder(UseComponent)

const decodePress = (body: unknown) => {
  const { value, faults } = decode(body)
  const { custom_id, values, locale } = value
  const rules: ReadonlyArray<Fault> = [
    ...at(
      ["custom_id"],
      custom_id == null ? FormError.required : lengthError(custom_id, 1, Limits.component.customIdMax)
    ),
    ...judgeLocale(locale)
  ]
  const all = Shape.withoutEchoes(faults, rules)
  if (all.length > 0) return Effect.fail(new InvalidForm({ faults: all }))
  return Effect.succeed({
    custom_id: custom_id ?? "",
    values: values ?? [],
    locale: isLocale(locale) ? locale : undefined
  })
}
