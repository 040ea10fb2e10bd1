/**
 * A user says something, by the control plane: judged like a bot's message, and made like one. Source: product.md "Who
 * uses it" 1; ours where it is silent.
 */
import type { FormFile } from "@backlot/domain/FormFile"
import { NotTheAuthor } from "@backlot/domain/ServiceError"
import type { Snowflake } from "@backlot/domain/Snowflake"
import { Ids } from "@backlot/ports/Ids"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { EventLog } from "./EventLog.ts"
import * as MessageFiles from "./MessageFiles.ts"
import { asUser, view } from "./MessageViews.ts"
import * as Plain from "./PlainMessages.ts"
import * as Speaker from "./Speaker.ts"

export interface UserAddress {
  readonly user_id: Snowflake
  readonly channel_id: Snowflake
}

export interface Said {
  readonly content: string | undefined
  readonly reply_to: Snowflake | undefined
  readonly files: ReadonlyArray<FormFile>
}

/** Says something; gives the message. */
export const say = Effect.fnUntraced(function* ({ user_id, channel_id }: UserAddress, said: Said) {
  const drawn = {
    message_id: yield* (yield* Ids).next,
    now_ms: yield* (yield* ServiceClock).now,
    files: yield* MessageFiles.draw(said.files)
  }
  const { content, reply_to } = said
  const body = {
    ...(content === undefined ? {} : { content }),
    ...(reply_to === undefined ? {} : { message_reference: { message_id: reply_to } })
  }
  const log = yield* EventLog
  return yield* log.commit(
    Effect.gen(function* () {
      const speaker = yield* Speaker.ofUser(user_id, channel_id, drawn.now_ms)
      const { value, events } = yield* Plain.send(speaker, body, drawn)
      return { value: yield* view(value, asUser(user_id)), events }
    })
  )
})

/** Changes the text of a message of their own. */
export const edit = Effect.fnUntraced(function* (
  { user_id, channel_id }: UserAddress,
  messageId: Snowflake,
  content: string
) {
  const now_ms = yield* (yield* ServiceClock).now
  const log = yield* EventLog
  return yield* log.commit(
    Effect.gen(function* () {
      const speaker = yield* Speaker.ofUser(user_id, channel_id, now_ms)
      const found = yield* Plain.get(channel_id, messageId)
      if (found.message.author.id !== user_id) return yield* new NotTheAuthor()
      const { value, events } = yield* Plain.edit(speaker, found, { content }, { now_ms, files: [] })
      return { value: yield* view(value, asUser(user_id)), events }
    })
  )
})

/** Deletes a message of their own, or with MANAGE_MESSAGES another's. */
export const remove = Effect.fnUntraced(function* ({ user_id, channel_id }: UserAddress, messageId: Snowflake) {
  const now = yield* (yield* ServiceClock).now
  const log = yield* EventLog
  yield* log.commit(
    Effect.gen(function* () {
      const speaker = yield* Speaker.ofUser(user_id, channel_id, now)
      return yield* Plain.remove(speaker, yield* Plain.get(channel_id, messageId))
    })
  )
})
