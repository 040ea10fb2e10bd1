/** Users act: they use commands and components, submit modals, and read messages and traces. Source: product.md "Control plane". */
import { control } from "@backlot/domain/base/Limits"
import * as ComponentUses from "@backlot/usecases/interaction/ComponentUses"
import * as Interactions from "@backlot/usecases/interaction/Interactions"
import * as ModalSubmits from "@backlot/usecases/interaction/ModalSubmits"
import * as UserMessages from "@backlot/usecases/user/UserMessages"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"
import { keepUploads } from "./AttachedFile.ts"
import { answerOf, answerUse, patienceOf } from "./UsedAnswer.ts"
import { decodePress, decodeSubmit, decodeUse } from "./UserBody.ts"

export const useRoutes = {
  use_command: Effect.fnUntraced(function* (call: Call) {
    const place = yield* Query.ids(call, "user_id", "channel_id")
    const patience = yield* patienceOf(call)
    const asked = yield* decodeUse(yield* Body.json(call, control.useBytes))
    const attachments = yield* keepUploads(place.channel_id, asked.attachments)
    return yield* answerUse(yield* Interactions.use({ ...asked, ...place, attachments }), patience)
  }),
  use_component: Effect.fnUntraced(function* (call: Call) {
    const target = yield* Query.ids(call, "user_id", "message_id")
    const patience = yield* patienceOf(call)
    const asked = yield* decodePress(yield* Body.json(call))
    return yield* answerUse(yield* ComponentUses.use({ ...target, ...asked }), patience)
  }),
  submit_modal: Effect.fnUntraced(function* (call: Call) {
    const opened = yield* Query.ids(call, "user_id", "interaction_id")
    const patience = yield* patienceOf(call)
    const { filled, locale, attachments } = yield* decodeSubmit(yield* Body.json(call, control.useBytes))
    const files = attachments.length === 0 ? [] : yield* keepUploads(yield* ModalSubmits.channelOf(opened), attachments)
    return yield* answerUse(yield* ModalSubmits.submit({ ...opened, filled, files, locale }), patience)
  }),
  get_interaction: Effect.fnUntraced(function* (call: Call) {
    const { interaction_id } = yield* Query.ids(call, "interaction_id")
    const found = yield* Interactions.read(interaction_id)
    return { ...answerOf(found), trace: found.trace }
  }),
  get_messages: Effect.fnUntraced(function* (call: Call) {
    const { user_id, channel_id } = yield* Query.ids(call, "user_id", "channel_id")
    const limit = yield* Query.whole(call, "limit", control.messagesDefault, 1, control.messagesMax)
    return { messages: yield* UserMessages.list(user_id, channel_id, limit) }
  })
}
