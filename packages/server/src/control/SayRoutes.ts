/** Sends, edits and deletes messages, and reacts to messages, as a user. Source: product.md "Control plane". */
import { control } from "@backlot/domain/base/Limits"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import * as Shape from "@backlot/domain/validation/Shape"
import { EditSaid, Say } from "@backlot/protocol/control/ControlUser"
import * as MessageReactions from "@backlot/usecases/user/MessageReactions"
import * as UserMessages from "@backlot/usecases/user/UserMessages"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { idParam } from "./Asked.ts"
import { attachedOf, judgeAttached } from "./AttachedFile.ts"
import { formFiles } from "./Uploaded.ts"

export const say = Effect.fnUntraced(function* (call: Call) {
  const address = yield* placeOf(call)
  const { value, faults } = decodeSay(yield* Body.json(call, control.useBytes))
  const all = Shape.withoutEchoes(faults, judgeAttached(value.attachments))
  if (all.length > 0) return yield* new InvalidForm({ faults: all })
  const said = {
    content: value.content ?? undefined,
    reply_to: value.reply_to ?? undefined,
    files: yield* formFiles(attachedOf(value.attachments))
  }
  return Answer.json(200, yield* UserMessages.say(address, said))
})

export const editSaid = Effect.fnUntraced(function* (call: Call) {
  const address = yield* placeOf(call)
  const message_id = yield* idParam(call, "message_id")
  const { value, faults } = decodeEdit(yield* Body.json(call))
  if (faults.length > 0) return yield* new InvalidForm({ faults })
  if (value.content == null) return yield* new InvalidForm({ faults: [fault(["content"], FormError.required)] })
  return Answer.json(200, yield* UserMessages.edit(address, message_id, value.content))
})

export const deleteSaid = Effect.fnUntraced(function* (call: Call) {
  const address = yield* placeOf(call)
  yield* UserMessages.remove(address, yield* idParam(call, "message_id"))
  return Answer.noContent
})

export const addReaction = Effect.fnUntraced(function* (call: Call) {
  yield* MessageReactions.addOfUser(yield* reactionOf(call))
  return Answer.noContent
})

export const removeReaction = Effect.fnUntraced(function* (call: Call) {
  yield* MessageReactions.removeOfUser(yield* reactionOf(call))
  return Answer.noContent
})

const reactionOf = Effect.fnUntraced(function* (call: Call) {
  const message_id = yield* idParam(call, "message_id")
  return { ...(yield* placeOf(call)), message_id, emoji: param(call, "emoji_name") }
})

const placeOf = Effect.fnUntraced(function* (call: Call) {
  return { user_id: yield* idParam(call, "user_id"), channel_id: yield* idParam(call, "channel_id") }
})

const decodeSay = Shape.decoder(Say)
const decodeEdit = Shape.decoder(EditSaid)
