/**
 * Messages of a channel for one reader: complete, with the messages they reply to, the reader's own reactions marked,
 * and without what an application may not read. Inside a transaction. Sources: wire-interactions.md §3.9, §4.9.
 */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { unknownUser } from "@backlot/domain/guild/UserWire"
import { type ShownMessage, withReferenced } from "@backlot/domain/message/DisplayedMessage"
import { complete, isComplete, senderOf } from "@backlot/domain/message/GivenMessage"
import { type MessageObject, type MessageRecord, MessageType, refers, viewFor } from "@backlot/domain/message/Message"
import { censored, isOpenTo, readsContent } from "@backlot/domain/message/MessageCensor"
import { pollFor } from "@backlot/domain/message/PollVote"
import { reactionsFor } from "@backlot/domain/message/Reaction"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { usersOf } from "../access/Accounts.ts"
import { threadsFrom } from "../access/ChannelObjects.ts"
import * as KeptMessages from "../store/KeptMessages.ts"

/** How a reader sees a message; undefined when they may not see it. */
export interface Seeing {
  (record: MessageRecord): MessageObject | undefined
  /** The bot or user who reads. */
  readonly reader?: Snowflake
}

/** For a bot over REST, in a guild or a direct channel (null). It gets no ephemeral messages. */
export const asBot = (application: Application, guildId: Snowflake | null): Seeing => {
  const reader = application.bot.id
  const seen = (record: MessageRecord) => {
    if (record.visible_to !== null) return undefined
    const message = { ...record.message, ...reactionsFor(record, reader), ...pollFor(record, reader) }
    return readsContent(application) || isOpenTo(message, application, guildId) ? message : censored(message)
  }
  return Object.assign(seen, { reader })
}

/** For a user: includes their own ephemeral messages. */
export const asUser = (reader: Snowflake): Seeing => {
  const seen = (record: MessageRecord) => {
    const message = viewFor(reader, record)
    return message === undefined
      ? undefined
      : { ...message, ...reactionsFor(record, reader), ...pollFor(record, reader) }
  }
  return Object.assign(seen, { reader })
}

/** The messages of one channel that the reader sees, in their order. */
export const views = function* (records: ReadonlyArray<MessageRecord>, seen: Seeing) {
  const whole = yield* completed(records)
  const found = yield* KeptMessages.existing(whole.flatMap(({ message }) => referencedBy(message) ?? []).map(keyOf))
  const referenced = new Map((yield* completed(found)).map((record) => [record.id, record]))
  const threads = yield* threadsFrom(whole.map(({ message }) => message))
  return whole.flatMap((record) => {
    const message = seen(record)
    if (message === undefined) return []
    const replied = referenced.get(referencedBy(record.message)?.message_id ?? "")
    const shown = withReferenced(message, replied === undefined ? undefined : seen(replied))
    const started = threads.get(record.id)
    const thread = started && { ...started.thread, ...started.memberOf(seen.reader) }
    const whole: ShownMessage = thread === undefined ? shown : { ...shown, thread }
    return [whole]
  })
}

/** One message that the reader sees. */
export const view = (record: MessageRecord, seen: Seeing) =>
  Body.map(views([record], seen), ([message]) => {
    if (message === undefined) throw new Error("a view of nothing")
    return message
  })

/** Completes messages of a world. An author given only by id is looked up. */
export const completed = function* (records: ReadonlyArray<MessageRecord>) {
  const lacking = records.filter((record) => !isComplete(record))
  const ids = [...new Set(lacking.flatMap((record) => senderOf(record).author_id ?? []))]
  const known = new Map((ids.length === 0 ? [] : yield* usersOf(ids)).map((user) => [user.id, user]))
  return records.map((record) => {
    const id = senderOf(record).author_id ?? "0"
    return complete(record, known.get(id) ?? unknownUser(id))
  })
}

interface Referenced {
  readonly channel_id: Snowflake
  readonly message_id: Snowflake
}

const keyOf = ({ channel_id, message_id }: Referenced) => [channel_id, message_id] as const

/** The message that a message replies to: in its own channel, but for the first message of a thread. */
export const referencedBy = (message: MessageObject): Referenced | undefined => {
  const { channel_id: elsewhere, message_id }: Partial<Record<string, unknown>> = { ...message.message_reference }
  if (!refers(message) || !isSnowflake(message_id)) return undefined
  const isElsewhere = message.type === MessageType.THREAD_STARTER_MESSAGE && isSnowflake(elsewhere)
  return { channel_id: isElsewhere ? elsewhere : message.channel_id, message_id }
}
