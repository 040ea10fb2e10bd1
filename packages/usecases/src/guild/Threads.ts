/**
 * A bot or a user opens threads in a channel, with or without a message to start from. A message of the service reports it. Source: official OpenAPI document, `CreateTextThreadWithoutMessageRequest`,
 * `CreateTextThreadWithMessageRequest`; the platform's documentation of `Start Thread from Message`. Our choice:
 * docs/choices.md "Guilds and members".
 */

import { guild } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import {
  NotInDirect,
  OnSystemMessage,
  ThreadAlreadyThere,
  UnknownChannel,
  WrongChannelType
} from "@backlot/domain/error/ServiceError"
import { newThread, newThreadOfMessage } from "@backlot/domain/guild/ThreadBody"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import * as Notice from "@backlot/domain/message/ChannelNotice"
import { MessageFlag, type MessageRecord } from "@backlot/domain/message/Message"
import { isSystem } from "@backlot/domain/message/SystemMessage"
import { type GuildChannel, isDirect } from "@backlot/domain/record/World"
import { ChannelType, THREAD_PARENTS } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import type { ChannelAddress } from "../access/BotEntry.ts"
import { channelObject, guildChannel } from "../access/ChannelObjects.ts"
import { requireThreadRoom } from "../access/ThreadRoom.ts"
import type { UserAddress, UserMessageAddress } from "../access/UserPlace.ts"
import type { MessageAddress } from "../message/ChannelMessages.ts"
import * as Plain from "../message/PlainMessages.ts"
import * as Speaker from "../message/Speaker.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { clockTime, existing, inTransaction } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { target } from "./GuildChannels.ts"

const limits = guild.threads

/** A new thread, owned by the bot. */
export const open = operation("Threads.open", (address: ChannelAddress, sent: unknown) =>
  opening(() => Speaker.ofBot(address), sent)
)

/** A new thread of a user, with the same rights as for a bot; public unless the body says otherwise, as in a client. */
export const openOfUser = operation("Threads.openOfUser", (address: UserAddress, sent: unknown) =>
  opening(() => Speaker.ofUser(address), sent, ChannelType.PUBLIC_THREAD)
)

const opening = Effect.fnUntraced(function* <Y extends Body.Step>(
  enter: Speaker.Entering<Y>,
  sent: unknown,
  usual?: number
) {
  const ids = yield* Ids
  const [id, notice] = [yield* ids.next, yield* ids.next]
  const wish = function* () {
    const { speaker, channel } = yield* parentOf(enter)
    const read = newThread(sent, { channel, owner_id: speaker.author.id, usual })
    const isPrivate = read.body["type"] === ChannelType.PRIVATE_THREAD
    yield* Speaker.require(speaker, isPrivate ? "CREATE_PRIVATE_THREADS" : "CREATE_PUBLIC_THREADS")
    const wish = yield* wishOf(channel, id, read)
    if (isPrivate) return [wish]
    const { name } = { name: "", ...read.body }
    const place = { guild_id: channel.guild_id, parent_id: channel.id, thread_id: id }
    const made = Notice.threadCreated(yield* doneBy(speaker, notice), place, String(name))
    return [{ ...wish, events: [...wish.events, yield* posted(made, channel)] }]
  }
  return yield* WorldEdits.carryOut(wish, () => shown(id))
})

/** Judges whether a thread may start from the message, before the body is read; `openFrom` judges it again. */
export const admit = operation("Threads.admit", (address: MessageAddress) =>
  inTransaction(() => startOf(() => Speaker.ofBot(address), address.message_id))
)

/** A new thread with the id of the message that it starts from. */
export const openFrom = operation("Threads.openFrom", (address: MessageAddress, sent: unknown) =>
  openingFrom(() => Speaker.ofBot(address), address.message_id, sent)
)

/** The same for a user. */
export const openFromOfUser = operation("Threads.openFromOfUser", (address: UserMessageAddress, sent: unknown) =>
  openingFrom(() => Speaker.ofUser(address), address.message_id, sent)
)

const openingFrom = Effect.fnUntraced(function* <Y extends Body.Step>(
  enter: Speaker.Entering<Y>,
  messageId: Snowflake,
  sent: unknown
) {
  const notice = yield* (yield* Ids).next
  const wish = function* () {
    const { speaker, channel, start } = yield* startOf(enter, messageId)
    const started = withThread(start)
    yield* Retention.putMessage(started)
    const read = newThreadOfMessage(sent, { channel, owner_id: speaker.author.id })
    const wish = yield* wishOf(channel, messageId, read)
    const { guild_id } = channel
    const place = { guild_id, parent_id: channel.id, thread_id: messageId }
    const first = yield* posted(Notice.threadStarter(yield* doneBy(speaker, notice), place), channel)
    return [{ ...wish, events: [messageEvent("message.updated", started, { guild_id }), ...wish.events, first] }]
  }
  return yield* WorldEdits.carryOut(wish, () => shown(messageId))
})

const doneBy = ({ author }: Speaker.Speaker, id: Snowflake) => Body.map(clockTime, (now_ms) => ({ id, now_ms, author }))

const posted = (made: MessageRecord, { guild_id }: GuildChannel) =>
  Body.map(Retention.putMessage(made), () => messageEvent("message.created", made, { guild_id }))

const startOf = function* <Y extends Body.Step>(enter: Speaker.Entering<Y>, messageId: Snowflake) {
  const there = yield* parentOf(enter)
  yield* Speaker.require(there.speaker, "CREATE_PUBLIC_THREADS")
  const start = yield* Plain.get(there.channel.id, messageId)
  if (isSystem(start)) return yield* new OnSystemMessage()
  if ((yield* Collections.channels.get(messageId)) !== undefined) return yield* new ThreadAlreadyThere()
  return { ...there, start }
}

/** A speaker in a channel that can have threads; no forum can. Our choice: docs/choices.md "Guilds and members". */
const parentOf = function* <Y extends Body.Step>(enter: Speaker.Entering<Y>) {
  const speaker = yield* enter()
  const { channel } = speaker
  if (isDirect(channel)) return yield* new NotInDirect()
  if (!PARENTS.has(channel.type)) return yield* new WrongChannelType()
  return { speaker, channel }
}

const PARENTS: ReadonlySet<number> = new Set(
  Object.values(THREAD_PARENTS)
    .flat()
    .filter((type) => type !== ChannelType.GUILD_FORUM && type !== ChannelType.GUILD_MEDIA)
)

const wishOf = function* (channel: GuildChannel, id: Snowflake, read: ElementBody) {
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
