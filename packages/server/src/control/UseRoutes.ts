/** Users act: they use commands and components, submit modals, send, read and react to messages, and join lobbies. Source: product.md "Control plane". */
import { formatTime } from "@backlot/domain/base/IsoTime"
import { control } from "@backlot/domain/base/Limits"
import * as CommandPermissions from "@backlot/usecases/command/CommandPermissions"
import * as Time from "@backlot/usecases/event/Time"
import * as ComponentUses from "@backlot/usecases/interaction/ComponentUses"
import * as Interactions from "@backlot/usecases/interaction/Interactions"
import * as Lobbies from "@backlot/usecases/lobby/Lobbies"
import * as LobbyMembers from "@backlot/usecases/lobby/LobbyMembers"
import * as Polls from "@backlot/usecases/message/Polls"
import * as MessageReactions from "@backlot/usecases/user/MessageReactions"
import * as UserMessages from "@backlot/usecases/user/UserMessages"
import { Effect } from "effect"
import { reasonOf } from "../http/AuditReason.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { formFiles, keepUploads } from "./AttachedFile.ts"
import { whenIdle } from "./ClockFollowers.ts"
import { factsOf } from "./InteractionFacts.ts"
import { answerOf, answerUse, patienceOf } from "./UsedAnswer.ts"
import { decodeEdit, decodeForward, decodePress, decodeSay, decodeSubmit, decodeUse, decodeVote } from "./UserBody.ts"

export const useRoutes = {
  use_command: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const place = yield* Query.ids(call, "user_id", "channel_id")
      const patience = yield* patienceOf(call)
      const asked = yield* decodeUse(yield* Body.json(call, control.useBytes))
      const attachments = yield* keepUploads(place.channel_id, asked.attachments)
      return yield* answerUse(yield* Interactions.use({ ...asked, ...place, attachments }), patience)
    })
  ),
  use_component: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const target = yield* Query.ids(call, "user_id", "message_id")
      const patience = yield* patienceOf(call)
      const asked = yield* decodePress(yield* Body.json(call))
      return yield* answerUse(yield* ComponentUses.use({ ...target, ...asked }), patience)
    })
  ),
  submit_modal: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const opened = yield* Query.ids(call, "user_id", "interaction_id")
      const patience = yield* patienceOf(call)
      const { filled, locale, attachments } = yield* decodeSubmit(yield* Body.json(call, control.useBytes))
      const files =
        attachments.length === 0 ? [] : yield* keepUploads(yield* ComponentUses.channelOf(opened), attachments)
      return yield* answerUse(yield* ComponentUses.submit({ ...opened, filled, files, locale }), patience)
    })
  ),
  set_command_permissions: Effect.fnUntraced(function* (call: Call) {
    const target = yield* Query.ids(call, "user_id", "guild_id", "application_id", "command_id")
    const { user_id, guild_id, application_id, command_id } = target
    const edit = { user_id, guild_id, application: { id: application_id }, reason: reasonOf(call) }
    return yield* CommandPermissions.replace(edit, command_id, yield* Body.json(call))
  }),
  get_interaction: Effect.fnUntraced(function* (call: Call) {
    const { interaction_id } = yield* Query.ids(call, "interaction_id")
    const found = yield* Interactions.read(interaction_id)
    const { now } = yield* Time.read
    return { ...answerOf(found), ...factsOf(found.record), now: formatTime(now), trace: found.trace }
  }),
  get_messages: Effect.fnUntraced(function* (call: Call) {
    const { user_id, channel_id } = yield* Query.ids(call, "user_id", "channel_id")
    const limit = yield* Query.whole(call, "limit", control.messagesDefault, 1, control.messagesMax)
    const before = yield* Query.id(call, "before")
    const ids = yield* Query.idList(call, "ids", control.messageIds)
    if (call.query("ids") === undefined)
      return { messages: yield* UserMessages.list(user_id, channel_id, { limit, before }) }
    if (before !== undefined) return yield* Query.invalid("before", NOT_BOTH)
    return { messages: yield* UserMessages.list(user_id, channel_id, { ids }) }
  }),
  say: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const place = yield* Query.ids(call, "user_id", "channel_id")
      const { attachments, ...said } = yield* decodeSay(yield* Body.json(call, control.useBytes))
      return yield* UserMessages.say(place, { ...said, files: yield* formFiles(attachments) })
    })
  ),
  edit_said: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { message_id, ...place } = yield* Query.ids(call, "user_id", "channel_id", "message_id")
      return yield* UserMessages.edit(place, message_id, yield* decodeEdit(yield* Body.json(call)))
    })
  ),
  delete_said: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { message_id, ...place } = yield* Query.ids(call, "user_id", "channel_id", "message_id")
      return yield* UserMessages.remove(place, message_id)
    })
  ),
  forward: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { message_id, ...place } = yield* Query.ids(call, "user_id", "channel_id", "message_id")
      return yield* UserMessages.forward(place, message_id, yield* decodeForward(yield* Body.json(call)))
    })
  ),
  add_reaction: whenIdle((call) => Effect.flatMap(reactionOf(call), MessageReactions.addOfUser)),
  remove_reaction: whenIdle((call) => Effect.flatMap(reactionOf(call), MessageReactions.removeOfUser)),
  vote: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const address = yield* Query.ids(call, "user_id", "channel_id", "message_id")
      return yield* Polls.vote(address, yield* decodeVote(yield* Body.json(call)))
    })
  ),
  connect_lobby: (call: Call) => Effect.flatMap(connectionOf(call), LobbyMembers.connect),
  disconnect_lobby: (call: Call) => Effect.flatMap(connectionOf(call), LobbyMembers.disconnect),
  list_lobbies: (call: Call) =>
    Effect.map(Effect.flatMap(Query.id(call, "application_id"), Lobbies.list), (lobbies) => ({ lobbies }))
}

const NOT_BOTH = { code: "NOT_BOTH", message: "Give either before, or ids." }

const reactionOf = (call: Call) =>
  Effect.map(Query.ids(call, "message_id", "user_id", "channel_id"), (ids) => ({
    ...ids,
    emoji: param(call, "emoji_name")
  }))

const connectionOf = (call: Call) =>
  Effect.map(Query.ids(call, "user_id", "lobby_id"), (ids) => ({ ...ids, source: LobbyMembers.CONTROL }))
