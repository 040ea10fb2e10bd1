/** Routes of messages, pins and reactions. Each handler reads the address and the request, and calls one use case. */

import { parseTime } from "@backlot/domain/base/IsoTime"
import { channelMessages, reaction } from "@backlot/domain/base/Limits"
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import { notSnowflake, notTime } from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import * as Contract from "@backlot/protocol/rest/Messages"
import * as Threads from "@backlot/usecases/guild/Threads"
import * as ChannelMessages from "@backlot/usecases/message/ChannelMessages"
import * as ChannelPins from "@backlot/usecases/message/ChannelPins"
import * as MessageReactions from "@backlot/usecases/user/MessageReactions"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes } from "./Admission.ts"
import { page } from "./BotCall.ts"
import { inChannel } from "./ChannelCall.ts"

const { listMax, listDefault, pinsListMax } = channelMessages

const list = inChannel(200, (address, call) =>
  Effect.gen(function* () {
    const asked = yield* page(call, { max: listMax, usual: listDefault })
    const around = yield* idQuery(call, "around")
    return yield* ChannelMessages.list(address, { ...asked, around })
  })
)

const create = inChannel(200, (address, call) =>
  Effect.gen(function* () {
    yield* ChannelMessages.admit(address)
    const { body, files } = yield* Body.message(call)
    return yield* ChannelMessages.post(address, body, files)
  })
)

const update = inChannel(200, (address, call) =>
  Effect.gen(function* () {
    yield* ChannelMessages.admitEdit(address)
    const { body, files } = yield* Body.message(call)
    return yield* ChannelMessages.edit(address, body, files)
  })
)

const removeMany = inChannel(204, (address, call) =>
  Effect.gen(function* () {
    yield* ChannelMessages.admitBulk(address)
    yield* ChannelMessages.removeMany(address, yield* Body.json(call))
  })
)

const listPins = inChannel(200, (address, call) =>
  Effect.gen(function* () {
    // `before` is a time here.
    const limited = { ...call, query: (name: string) => (name === "limit" ? call.query(name) : undefined) }
    const { limit } = yield* page(limited, { max: pinsListMax, usual: pinsListMax })
    return yield* ChannelPins.list(address, { limit, before: yield* timeQuery(call, "before") })
  })
)

const listPinsAsOnce = inChannel(200, (address) =>
  Effect.map(ChannelPins.list(address, { limit: pinsListMax }), ({ items }) => items.map(({ message }) => message))
)

export const messageRoutes = admittedRoutes(Contract.Messages, {
  list_messages: list,
  create_message: create,
  bulk_delete_messages: removeMany,
  list_pins: listPins,
  create_pin: inChannel(204, ChannelPins.pin),
  delete_pin: inChannel(204, ChannelPins.unpin),
  deprecated_list_pins: listPinsAsOnce,
  deprecated_create_pin: inChannel(204, ChannelPins.pin),
  deprecated_delete_pin: inChannel(204, ChannelPins.unpin),
  get_message: inChannel(200, ChannelMessages.get),
  update_message: update,
  create_thread_from_message: inChannel(201, (address, call) =>
    Effect.gen(function* () {
      yield* Threads.admit(address)
      return yield* Threads.openFrom(address, yield* Body.json(call))
    })
  ),
  delete_message: inChannel(204, ChannelMessages.remove)
})

const emojiOf = (call: Call) => ({ emoji: param(call, "emoji_name") })

const listReactions = inChannel(200, (address, call) =>
  Effect.flatMap(page(call, { max: reaction.listMax, usual: reaction.listDefault }), (asked) =>
    MessageReactions.list({ ...address, ...emojiOf(call) }, asked)
  )
)

const unreact = inChannel(204, (address, call) =>
  MessageReactions.remove({ ...address, ...emojiOf(call) }, call.params["user_id"] ?? "@me")
)

export const reactionRoutes = admittedRoutes(Contract.Reactions, {
  delete_all_message_reactions: inChannel(204, MessageReactions.clear),
  list_message_reactions_by_emoji: listReactions,
  delete_all_message_reactions_by_emoji: inChannel(204, (address, call) =>
    MessageReactions.clear({ ...address, ...emojiOf(call) })
  ),
  add_my_message_reaction: inChannel(204, (address, call) => MessageReactions.add({ ...address, ...emojiOf(call) })),
  delete_my_message_reaction: unreact,
  delete_user_message_reaction: unreact
})

const idQuery = (call: Call, name: string): Effect.Effect<Snowflake | undefined, InvalidForm> => {
  const value = call.query(name)
  return value === undefined || isSnowflake(value)
    ? Effect.succeed(value)
    : Effect.fail(new InvalidForm({ faults: [fault([name], notSnowflake(value))] }))
}

const timeQuery = (call: Call, name: string): Effect.Effect<number | undefined, InvalidForm> => {
  const value = call.query(name)
  const time = value === undefined ? undefined : parseTime(value)
  return value === undefined || time !== undefined
    ? Effect.succeed(time)
    : Effect.fail(new InvalidForm({ faults: [fault([name], notTime(value))] }))
}
