/** Sends, edits and deletes messages, and reacts to messages, as a user. Source: product.md "Control plane". */
import { control } from "@backlot/domain/base/Limits"
import * as MessageReactions from "@backlot/usecases/user/MessageReactions"
import * as UserMessages from "@backlot/usecases/user/UserMessages"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { formFiles } from "./AttachedFile.ts"
import { decodeEdit, decodeSay } from "./UserBody.ts"

const reactionOf = (call: Call) =>
  Effect.map(Query.ids(call, "message_id", "user_id", "channel_id"), (ids) => ({
    ...ids,
    emoji: param(call, "emoji_name")
  }))

export const sayRoutes = {
  say: Effect.fnUntraced(function* (call: Call) {
    const place = yield* Query.ids(call, "user_id", "channel_id")
    const { attachments, ...said } = yield* decodeSay(yield* Body.json(call, control.useBytes))
    return yield* UserMessages.say(place, { ...said, files: yield* formFiles(attachments) })
  }),
  edit_said: Effect.fnUntraced(function* (call: Call) {
    const { message_id, ...place } = yield* Query.ids(call, "user_id", "channel_id", "message_id")
    return yield* UserMessages.edit(place, message_id, yield* decodeEdit(yield* Body.json(call)))
  }),
  delete_said: Effect.fnUntraced(function* (call: Call) {
    const { message_id, ...place } = yield* Query.ids(call, "user_id", "channel_id", "message_id")
    return yield* UserMessages.remove(place, message_id)
  }),
  add_reaction: (call: Call) => Effect.flatMap(reactionOf(call), MessageReactions.addOfUser),
  remove_reaction: (call: Call) => Effect.flatMap(reactionOf(call), MessageReactions.removeOfUser)
}
