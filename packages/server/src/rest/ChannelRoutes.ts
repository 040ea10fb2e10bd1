/** Routes of channels, their overwrites and threads, new direct channels, messages, pins and reactions. */
import { channelMessages, reaction } from "@backlot/domain/base/Limits"
import { MissingAccess } from "@backlot/domain/error/ServiceError"
import * as Contract from "@backlot/protocol/rest/Channels"
import type { ChannelAddress } from "@backlot/usecases/access/BotEntry"
import * as ChannelOverwrites from "@backlot/usecases/guild/ChannelOverwrites"
import * as Channels from "@backlot/usecases/guild/Channels"
import * as DirectChannels from "@backlot/usecases/guild/DirectChannels"
import * as GroupRecipients from "@backlot/usecases/guild/GroupRecipients"
import * as Threads from "@backlot/usecases/guild/Threads"
import * as VoiceStatuses from "@backlot/usecases/guild/VoiceStatuses"
import * as ChannelMessages from "@backlot/usecases/message/ChannelMessages"
import * as ChannelPins from "@backlot/usecases/message/ChannelPins"
import * as Crossposts from "@backlot/usecases/message/Crossposts"
import * as Polls from "@backlot/usecases/message/Polls"
import * as MessageReactions from "@backlot/usecases/user/MessageReactions"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes } from "./Admission.ts"
import { after, asBot, inChannel, withBody, withMessage } from "./BotCall.ts"

const overwriteOf = (address: ChannelAddress, call: Call) => ({
  ...address,
  overwrite_id: param(call, "overwrite_id")
})

const documentedRoutes = admittedRoutes(Contract.Channels, {
  get_channel: inChannel(Channels.get),
  update_channel: inChannel(after(Channels.admitEdit, withBody(Channels.edit))),
  delete_channel: inChannel(Channels.remove),
  set_channel_permission_overwrite: inChannel(
    after(
      Channels.admit,
      withBody((address, body, call) => ChannelOverwrites.set(overwriteOf(address, call), body))
    )
  ),
  delete_channel_permission_overwrite: inChannel((address, call) =>
    ChannelOverwrites.remove(overwriteOf(address, call))
  ),
  update_voice_channel_status: inChannel(after(VoiceStatuses.admit, withBody(VoiceStatuses.set))),
  create_thread: inChannel(after(Channels.admit, withMessage(Threads.open))),
  trigger_typing_indicator: inChannel(Channels.type),
  // As the platform answers bots. Our choice: docs/choices.md "Guilds and members".
  list_my_channels: asBot(() => Effect.succeed([])),
  create_dm: asBot(withBody(DirectChannels.open)),
  add_group_dm_user: inChannel(
    after(
      GroupRecipients.admit,
      withBody((address, body, call) =>
        Effect.map(GroupRecipients.add(address, param(call, "user_id"), body), (group) => group ?? Answer.noContent)
      )
    )
  ),
  delete_group_dm_user: inChannel((address, call) => GroupRecipients.remove(address, param(call, "user_id")))
})

const { create_dm } = Contract.Channels.endpoints

/** discord.js 13 and older name the bot in place of `@me`. No document has the address. */
const namedRoutes = admittedRoutes(
  { endpoints: { create_dm: { ...create_dm, path: "/users/:user_id/channels" } } },
  {
    create_dm: asBot((application, call) =>
      param(call, "user_id") === application.bot.id
        ? withBody(DirectChannels.open)(application, call)
        : Effect.fail(new MissingAccess({ because: "a bot opens direct channels of its own only" }))
    )
  }
)

export const channelRoutes = [...documentedRoutes, ...namedRoutes]

const { listMax, listDefault, pinsListMax } = channelMessages

const list = Effect.fnUntraced(function* (address: ChannelAddress, call: Call) {
  const page = yield* Query.page(call, { max: listMax, usual: listDefault })
  return yield* ChannelMessages.list(address, { ...page, around: yield* Query.id(call, "around") })
})

const listPins = Effect.fnUntraced(function* (address: ChannelAddress, call: Call) {
  const limit = yield* Query.whole(call, "limit", pinsListMax, 1, pinsListMax)
  return yield* ChannelPins.list(address, { limit, before: yield* Query.time(call, "before") })
})

const listPinsAsOnce = (address: ChannelAddress) =>
  Effect.map(ChannelPins.list(address, { limit: pinsListMax }), ({ items }) => items.map(({ message }) => message))

export const messageRoutes = admittedRoutes(Contract.Messages, {
  list_messages: inChannel(list),
  create_message: inChannel(after(ChannelMessages.admit, withMessage(ChannelMessages.post))),
  bulk_delete_messages: inChannel(after(ChannelMessages.admitBulk, withBody(ChannelMessages.removeMany))),
  list_pins: inChannel(listPins),
  create_pin: inChannel(ChannelPins.pin),
  delete_pin: inChannel(ChannelPins.unpin),
  deprecated_list_pins: inChannel(listPinsAsOnce),
  deprecated_create_pin: inChannel(ChannelPins.pin),
  deprecated_delete_pin: inChannel(ChannelPins.unpin),
  get_message: inChannel(ChannelMessages.get),
  update_message: inChannel(after(ChannelMessages.admitEdit, withMessage(ChannelMessages.edit))),
  crosspost_message: inChannel(Crossposts.crosspost),
  create_thread_from_message: inChannel(after(Threads.admit, withBody(Threads.openFrom))),
  delete_message: inChannel(ChannelMessages.remove)
})

/** A route about one emoji of a message. */
const onEmoji = <R>(
  step: (address: ChannelMessages.MessageAddress & { readonly emoji: string }, call: Call) => Answering<R>
) => inChannel((address, call) => step({ ...address, emoji: param(call, "emoji_name") }, call))

const listReactions = onEmoji(
  Effect.fnUntraced(function* (address, call) {
    const page = yield* Query.page(call, { max: reaction.listMax, usual: reaction.listDefault })
    const type = yield* Query.oneOf(call, "type", ["0", "1"])
    const users = yield* MessageReactions.list(address, page)
    // Nobody here has super reactions.
    return type === "1" ? [] : users
  })
)

const unreact = onEmoji((address, call) => MessageReactions.remove(address, call.params["user_id"] ?? "@me"))

const NO_ANSWER = 0

/** An answer has a small number; anything else is an answer that no poll has. */
const answerOf = (call: Call): number => {
  const given = param(call, "answer_id")
  return /^\d{1,3}$/.test(given) ? Number(given) : NO_ANSWER
}

export const pollRoutes = admittedRoutes(Contract.Polls, {
  get_answer_voters: inChannel((address, call) =>
    Effect.flatMap(Query.page(call, { max: reaction.listMax, usual: reaction.listDefault }), (page) =>
      Polls.voters(address, answerOf(call), page)
    )
  ),
  poll_expire: inChannel(Polls.expire)
})

export const reactionRoutes = admittedRoutes(Contract.Reactions, {
  delete_all_message_reactions: inChannel(MessageReactions.clear),
  list_message_reactions_by_emoji: listReactions,
  delete_all_message_reactions_by_emoji: onEmoji(MessageReactions.clear),
  add_my_message_reaction: onEmoji(MessageReactions.add),
  delete_my_message_reaction: unreact,
  delete_user_message_reaction: unreact
})
