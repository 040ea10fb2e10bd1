/**
 * A bot opens threads in a channel, with or without a message to start from. No message reports the thread, and members
 * are not stored. Source: official OpenAPI document, `CreateTextThreadWithoutMessageRequest`,
 * `CreateTextThreadWithMessageRequest`; the platform's documentation of `Start Thread from Message`. Our choice:
 * docs/choices.md "Guilds and members".
 */

import { guild } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import { ThreadAlreadyThere, UnknownChannel, WrongChannelType } from "@backlot/domain/error/ServiceError"
import { newThread, newThreadOfMessage } from "@backlot/domain/guild/ThreadBody"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import { MessageFlag, type MessageRecord } from "@backlot/domain/message/Message"
import { ChannelType, THREAD_PARENTS } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { type BotInChannel, type ChannelAddress, requireHere } from "../access/BotEntry.ts"
import { channelObject, guildChannel } from "../access/ChannelObjects.ts"
import { requireThreadRoom } from "../access/ThreadRoom.ts"
import type { MessageAddress } from "../message/ChannelMessages.ts"
import * as Plain from "../message/PlainMessages.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { existing, inTransaction } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as Channels from "./Channels.ts"
import { target } from "./GuildChannels.ts"

const limits = guild.threads

/** A new thread, owned by the bot. */
export const open = operation(
  "Threads.open",
  Effect.fnUntraced(function* (address: ChannelAddress, sent: unknown) {
    const id = yield* (yield* Ids).next
    const wish = function* () {
      const place = yield* parentOf(address)
      const read = newThread(sent, { channel: place.channel, owner_id: place.application.bot.id })
      const isPrivate = read.body["type"] === ChannelType.PRIVATE_THREAD
      yield* requireHere(place, isPrivate ? "CREATE_PRIVATE_THREADS" : "CREATE_PUBLIC_THREADS")
      return [yield* wishOf(place, id, read)]
    }
    return yield* WorldEdits.carryOut(wish, () => shown(id))
  })
)

/** Judges whether a thread may start from the message, before the body is read; `openFrom` judges it again. */
export const admit = operation("Threads.admit", (address: MessageAddress) => inTransaction(() => startOf(address)))

/** A new thread with the id of the message that it starts from. */
export const openFrom = operation(
  "Threads.openFrom",
  Effect.fnUntraced(function* (address: MessageAddress, sent: unknown) {
    const { message_id } = address
    const wish = function* () {
      const { place, start } = yield* startOf(address)
      const started = withThread(start)
      yield* Retention.putMessage(started)
      const read = newThreadOfMessage(sent, { channel: place.channel, owner_id: place.application.bot.id })
      const wish = yield* wishOf(place, message_id, read)
      return [
        { ...wish, events: [messageEvent("message.updated", started, { guild_id: place.guild.id }), ...wish.events] }
      ]
    }
    return yield* WorldEdits.carryOut(wish, () => shown(message_id))
  })
)

const startOf = function* (address: MessageAddress) {
  const place = yield* parentOf(address)
  yield* requireHere(place, "CREATE_PUBLIC_THREADS")
  const start = yield* Plain.get(address.channel_id, address.message_id)
  const there = yield* Collections.channels.get(address.message_id)
  if (there !== undefined) return yield* new ThreadAlreadyThere()
  return { place, start }
}

/** The bot in a channel that can have threads; no forum can. Our choice: docs/choices.md "Guilds and members". */
const parentOf = function* (address: ChannelAddress) {
  const place = yield* Channels.inGuildOnly(address)
  if (!PARENTS.has(place.channel.type)) return yield* new WrongChannelType()
  return place
}

const PARENTS: ReadonlySet<number> = new Set(
  Object.values(THREAD_PARENTS)
    .flat()
    .filter((type) => type !== ChannelType.GUILD_FORUM && type !== ChannelType.GUILD_MEDIA)
)

const wishOf = function* ({ channel }: BotInChannel, id: Snowflake, read: ElementBody) {
  yield* requireThreadRoom({ guild_id: channel.guild_id, type: Number(read.body["type"]) })
  const events = yield* dropOldest(channel.guild_id)
  return { method: "put" as const, target: target(channel, id), ...read, events }
}

/** Removes the oldest archived threads beyond the bound, and a few more, so that not every new thread counts them. */
const dropOldest = function* (guildId: Snowflake) {
  if (yield* Retention.hasThreadRoom(guildId)) return []
  const key = Collections.threadsOf(guildId, true)
  const count = yield* Collections.channels.countUpTo(2 * limits.archived, "thread", ...key)
  const over = count - limits.archived + limits.dropped
  const oldest = over > 0 ? yield* Collections.channels.firstBy("thread", key, over) : []
  yield* Retention.giveThreadRoom(guildId, limits.archived - count + oldest.length)
  return (yield* Body.forEach(oldest, ({ id }) => WorldEdits.removal(target({ guild_id: guildId }, id)))).flat()
}

const withThread = (record: MessageRecord): MessageRecord => ({
  ...record,
  message: { ...record.message, flags: record.message.flags | MessageFlag.HAS_THREAD }
})

const shown = (id: Snowflake) => Body.flatMap(existing(guildChannel(id), UnknownChannel), channelObject)
