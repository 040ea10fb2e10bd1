/**
 * Channels in REST answers: with the id of the newest message that everyone sees, and threads with their message count.
 * After a deletion the id is that of the message before. Inside a transaction. Source: official OpenAPI document,
 * `GuildChannelResponse`, `ThreadResponse`. Our choice: docs/choices.md "Messages".
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import {
  directChannelObject,
  groupFields,
  guildChannelObject,
  ownThreadMember
} from "@backlot/domain/guild/ChannelWire"
import { channelDetails } from "@backlot/domain/guild/GuildObject"
import { MessageFlag, type MessageObject, type MessageRecord, MessageType } from "@backlot/domain/message/Message"
import { type Channel, type DirectChannel, type GuildChannel, isDirect, isThread } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import * as Collections from "../store/Collections.ts"
import * as Retention from "../store/Retention.ts"
import { applicationsOfBots, usersOf } from "./Accounts.ts"

export const channelObject = (channel: GuildChannel) =>
  Body.map(historyOf(channel), (history) => ({ ...channelDetails(channel), ...history }))

/** A channel as a user's client has it: with their permissions in it, and without its overwrites. */
export const seenChannel = (channel: GuildChannel, permissions: bigint) =>
  Body.map(historyOf(channel), (history) => ({ ...guildChannelObject(channel, permissions), ...history }))

/** What its messages say about a channel. */
export const historyOf = function* (channel: GuildChannel) {
  if (SILENT.has(channel.type)) return {}
  const last_message_id = yield* lastMessageId(channel.id)
  if (!isThread(channel)) return { last_message_id }
  const message_count = yield* countMessages(channel)
  const { deleted_messages = 0 } = channel
  return { last_message_id, message_count, total_message_sent: message_count + deleted_messages }
}

/** Without the message that a thread begins with. */
const countMessages = function* ({ id }: GuildChannel) {
  const count = yield* Retention.countMessages(id)
  const [first] = count === 0 ? [] : yield* Collections.messages.list([id], 1)
  const isBeginning = first !== undefined && (first.id === id || isFirst(first))
  return isBeginning ? count - 1 : count
}

const isFirst = ({ message }: MessageRecord): boolean => message.type === MessageType.THREAD_STARTER_MESSAGE

/** The position of the next message; undefined outside threads. Our choice: docs/choices.md "Guilds and members". */
export const nextPosition = function* (channel: Channel | undefined) {
  if (channel === undefined || isDirect(channel) || !isThread(channel)) return undefined
  return (yield* countMessages(channel)) + (channel.deleted_messages ?? 0) + 1
}

/** A thread as answers show it, and the field `member` of each bot or user who is in it. */
export interface SeenThread {
  readonly thread: object
  readonly memberOf: (userId: Snowflake | undefined) => object
}

/** The threads that have started from messages, by id. */
export const threadsFrom = function* (messages: ReadonlyArray<MessageObject>) {
  const threads = new Map<Snowflake, SeenThread>()
  for (const { id, flags } of messages) {
    if ((flags & MessageFlag.HAS_THREAD) === 0) continue
    const found = yield* guildChannel(id)
    if (found === undefined) continue
    const memberOf: SeenThread["memberOf"] = (userId) => (userId === undefined ? {} : ownThreadMember(found, userId))
    threads.set(id, { thread: yield* channelObject(found), memberOf })
  }
  return threads
}

export const channelObjects = (channels: ReadonlyArray<GuildChannel>) => Body.forEach(channels, channelObject)

/** Null in an empty channel. */
export const lastMessageId = function* (channelId: Snowflake) {
  // Few channels end with an ephemeral message.
  for (const size of [1, SCAN]) {
    const newest = yield* Collections.messages.last([channelId], size)
    const found = newest.findLast(({ visible_to }) => visible_to === null)
    if (found !== undefined || newest.length < size) return found?.id ?? null
  }
  return null
}

/** Ephemeral messages that are skipped at the end of a channel. */
const SCAN = 20

/** Categories and forums have no messages of their own. */
const SILENT: ReadonlySet<number> = new Set([
  ChannelType.GUILD_CATEGORY,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA
])

/** Undefined for a channel that is no thread, and for a thread whose channel is gone. */
export const parentOf = (channel: GuildChannel) =>
  isThread(channel) && channel.parent_id !== null ? guildChannel(channel.parent_id) : NONE

const NONE = Body.succeed(undefined)

/** Undefined for a channel that is gone or direct. */
export const guildChannel = (channelId: Snowflake) =>
  Body.map(Collections.channels.get(channelId), (channel) =>
    channel === undefined || isDirect(channel) ? undefined : channel
  )

/** The channels of a guild, with its threads. */
export const guildChannels = (guildId: Snowflake) =>
  Body.map(Collections.channels.by("guild", guildId), (channels) =>
    channels.filter((channel): channel is GuildChannel => !isDirect(channel))
  )

/** A direct channel as one of its recipients sees it: with all the others. Inside a transaction. */
export const directObject = function* (channel: DirectChannel, viewerId: Snowflake) {
  const recipients = yield* usersOf(channel.recipients.filter((id) => id !== viewerId))
  const bots = channel.owner_id === undefined ? [] : yield* applicationsOfBots([channel.owner_id])
  return {
    ...directChannelObject(channel, recipients),
    ...groupFields(channel),
    ...bots.map(({ id: application_id }) => ({ managed: true, application_id }))[0],
    last_message_id: yield* lastMessageId(channel.id)
  }
}
