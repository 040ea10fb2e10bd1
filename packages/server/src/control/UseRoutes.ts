/** Users act: they use commands, ask for choices, and read messages and traces. Source: product.md "Control plane". */

import { control } from "@backlot/domain/base/Limits"
import * as FormError from "@backlot/domain/error/FormError"
import { judgeRange } from "@backlot/domain/validation/NumberRules"
import * as Shape from "@backlot/domain/validation/Shape"
import * as Interactions from "@backlot/usecases/interaction/Interactions"
import * as UserMessages from "@backlot/usecases/user/UserMessages"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { idParam, invalid } from "./Asked.ts"
import { keepUploads } from "./Uploaded.ts"
import { decodeUse } from "./UseBody.ts"
import { answerOf, answerUse, patienceOf } from "./UsedAnswer.ts"

export const useCommand = Effect.fnUntraced(function* (call: Call) {
  const user_id = yield* idParam(call, "user_id")
  const channel_id = yield* idParam(call, "channel_id")
  const patience = yield* patienceOf(call)
  const asked = yield* decodeUse(yield* Body.json(call, control.useBytes))
  const attachments = yield* keepUploads(channel_id, asked.attachments)
  const record = yield* Interactions.use({ ...asked, user_id, channel_id, attachments })
  return yield* answerUse(record, patience)
})

export const getInteraction = Effect.fnUntraced(function* (call: Call) {
  const found = yield* Interactions.read(yield* idParam(call, "interaction_id"))
  return Answer.json(200, { ...answerOf(found), trace: found.trace })
})

export const getMessages = Effect.fnUntraced(function* (call: Call) {
  const user = yield* idParam(call, "user_id")
  const channel = yield* idParam(call, "channel_id")
  const asked = call.query("limit")
  const limit = asked === undefined ? control.messagesDefault : Shape.toInt(asked)
  if (limit === undefined) return yield* invalid("limit", FormError.notInt(asked))
  const error = judgeRange(limit, 1, control.messagesMax)
  if (error !== undefined) return yield* invalid("limit", error)
  return Answer.json(200, { messages: yield* UserMessages.list(user, channel, limit) })
})
