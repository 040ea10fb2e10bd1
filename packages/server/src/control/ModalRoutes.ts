/** Submits a modal as a user. Source: product.md "Control plane". */
import * as CodePoints from "@backlot/domain/base/CodePoints"
import { component, control } from "@backlot/domain/base/Limits"
import { isLocale } from "@backlot/domain/base/Locale"
import { type Fault, fault } from "@backlot/domain/error/Fault"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import * as Shape from "@backlot/domain/validation/Shape"
import { SubmitModal } from "@backlot/protocol/control/ControlInteraction"
import * as ModalSubmits from "@backlot/usecases/interaction/ModalSubmits"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { idParam, judgeLocale } from "./Asked.ts"
import { attachedOf, judgeAttached } from "./AttachedFile.ts"
import { keepUploads } from "./Uploaded.ts"
import { answerUse, patienceOf } from "./UsedAnswer.ts"

export const submitModal = Effect.fnUntraced(function* (call: Call) {
  const user_id = yield* idParam(call, "user_id")
  const interaction_id = yield* idParam(call, "interaction_id")
  const patience = yield* patienceOf(call)
  const { filled, locale, attachments } = yield* decodeSubmit(yield* Body.json(call, control.useBytes))
  const opened = { user_id, interaction_id }
  const files = attachments.length === 0 ? [] : yield* keepUploads(yield* ModalSubmits.channelOf(opened), attachments)
  return yield* answerUse(yield* ModalSubmits.submit({ ...opened, filled, files, locale }), patience)
})

const decode = Shape.decoder(SubmitModal)

const decodeSubmit = (body: unknown) => {
  const { value, faults } = decode(body)
  const { fields, locale, attachments } = value
  const rules: ReadonlyArray<Fault> = [
    ...judgeLocale(locale),
    ...judgeNames(Object.keys(fields ?? {})),
    ...judgeAttached(attachments, "field")
  ]
  const all = Shape.withoutEchoes(faults, rules)
  if (all.length > 0) return Effect.fail(new InvalidForm({ faults: all }))
  return Effect.succeed({
    filled: fields ?? {},
    locale: isLocale(locale) ? locale : undefined,
    attachments: attachedOf(attachments, "field")
  })
}

/** A name longer than any `custom_id` is not repeated in the fault. */
const judgeNames = (names: ReadonlyArray<string>): ReadonlyArray<Fault> => {
  const { customIdMax } = component
  return names.some((name) => CodePoints.count(name) > customIdMax)
    ? [
        fault(["fields"], {
          code: "MODAL_SUBMIT_FIELD_UNKNOWN",
          message: `No field has a name above ${customIdMax} characters.`
        })
      ]
    : []
}
