/**
 * Messages of a channel as an application reads them by REST: complete, with what they reply to, its own reactions
 * marked, and without what it may not read. Inside a transaction. Sources: wire-interactions.md §3.9, §4.9.
 */
import { complete, isComplete, senderOf } from "@backlot/domain/GivenMessage"
import type { MessageObject, MessageRecord } from "@backlot/domain/Message"
import { censored, isOpenTo, readsContent } from "@backlot/domain/MessageCensor"
import { reactionsFor } from "@backlot/domain/Reaction"
import { refers, withReferenced } from "@backlot/domain/ReferencedMessage"
import { isSnowflake, type Snowflake } from "@backlot/domain/Snowflake"
import { unknownUser } from "@backlot/domain/UserWire"
import type { Application } from "@backlot/domain/World"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { usersOf } from "./InteractionStore.ts"

/** Who reads, and in which guild; null in a direct channel. */
export interface Reader {
  readonly application: Application
  readonly guild_id: Snowflake | null
}

/** Messages of one channel, in their order. */
export const views = Effect.fnUntraced(function* (records: ReadonlyArray<MessageRecord>, reader: Reader) {
  const whole = yield* completed(records)
  const replies = whole.flatMap((record) => {
    const id = referencedId(record)
    return id === undefined ? [] : [[Collection.id(record.channel_id), Collection.id(id)] as const]
  })
  const found = (yield* Collections.messages.getMany(replies)).filter((record) => record !== undefined)
  const referenced = new Map((yield* completed(found)).map((record) => [record.id, record]))
  return whole.map((record) => {
    const replied = referenced.get(referencedId(record) ?? "")
    const shown = replied?.visible_to === null ? seen(replied, reader) : undefined
    return withReferenced(seen(record, reader), shown)
  })
})

export const view = (record: MessageRecord, reader: Reader) =>
  Effect.flatMap(views([record], reader), ([message]) =>
    message === undefined ? Effect.die(new Error("a view of nothing")) : Effect.succeed(message)
  )

/** A world's messages with all that they leave out; an author of whom only the id is given is looked up. */
export const completed = Effect.fnUntraced(function* (records: ReadonlyArray<MessageRecord>) {
  const lacking = records.filter((record) => !isComplete(record))
  const ids = [...new Set(lacking.flatMap((record) => senderOf(record).author_id ?? []))]
  const known = new Map((ids.length === 0 ? [] : yield* usersOf(ids)).map((user) => [user.id, user]))
  return records.map((record) => {
    const id = senderOf(record).author_id ?? "0"
    return complete(record, known.get(id) ?? unknownUser(id))
  })
})

const seen = (record: MessageRecord, { application, guild_id }: Reader): MessageObject => {
  const message = { ...record.message, ...reactionsFor(record, application.bot.id) }
  return readsContent(application) || isOpenTo(message, application, guild_id) ? message : censored(message)
}

const referencedId = ({ message }: MessageRecord): Snowflake | undefined => {
  const id: unknown = message.message_reference?.message_id
  return refers(message) && isSnowflake(id) ? id : undefined
}
