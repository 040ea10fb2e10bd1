/**
 * Messages of a channel for one reader: complete, with the messages they reply to, the reader's own reactions marked,
 * and without what an application may not read. Inside a transaction. Sources: wire-interactions.md §3.9, §4.9.
 */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { unknownUser } from "@backlot/domain/guild/UserWire"
import { withReferenced } from "@backlot/domain/message/DisplayedMessage"
import { complete, isComplete, senderOf } from "@backlot/domain/message/GivenMessage"
import { type MessageObject, type MessageRecord, refers, viewFor } from "@backlot/domain/message/Message"
import { censored, isOpenTo, readsContent } from "@backlot/domain/message/MessageCensor"
import { pollFor } from "@backlot/domain/message/PollVote"
import { reactionsFor } from "@backlot/domain/message/Reaction"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { usersOf } from "../access/Accounts.ts"
import * as KeptMessages from "../store/KeptMessages.ts"

/** How a reader sees a message; undefined when they may not see it. */
export type Seeing = (record: MessageRecord) => MessageObject | undefined

/** For a bot over REST, in a guild or a direct channel (null). It gets no ephemeral messages. */
export const asBot =
  (application: Application, guildId: Snowflake | null): Seeing =>
  (record) => {
    if (record.visible_to !== null) return undefined
    const message = {
      ...record.message,
      ...reactionsFor(record, application.bot.id),
      ...pollFor(record, application.bot.id)
    }
    return readsContent(application) || isOpenTo(message, application, guildId) ? message : censored(message)
  }

/** For a user: includes their own ephemeral messages. */
export const asUser =
  (userId: Snowflake): Seeing =>
  (record) => {
    const message = viewFor(userId, record)
    return message === undefined
      ? undefined
      : { ...message, ...reactionsFor(record, userId), ...pollFor(record, userId) }
  }

/** The messages of one channel that the reader sees, in their order. */
export const views = function* (records: ReadonlyArray<MessageRecord>, seen: Seeing) {
  const whole = yield* completed(records)
  const replies = whole.flatMap((record) => {
    const id = referencedBy(record.message)
    return id === undefined ? [] : [[record.channel_id, id] as const]
  })
  const found = yield* KeptMessages.existing(replies)
  const referenced = new Map((yield* completed(found)).map((record) => [record.id, record]))
  return whole.flatMap((record) => {
    const message = seen(record)
    const replied = referenced.get(referencedBy(record.message) ?? "")
    return message === undefined ? [] : [withReferenced(message, replied === undefined ? undefined : seen(replied))]
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

/** The id of the message that a message replies to. */
export const referencedBy = (message: MessageObject): Snowflake | undefined => {
  const id: unknown = message.message_reference?.message_id
  return refers(message) && isSnowflake(id) ? id : undefined
}
