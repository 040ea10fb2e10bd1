/** Messages of a channel, for bots. Sources: official OpenAPI document; its documentation; wire-rest.md §3.3. */

import { AuditAction } from "@backlot/domain/audit/AuditAction"
import { parseTime } from "@backlot/domain/base/IsoTime"
import { channelMessages as limits } from "@backlot/domain/base/Limits"
import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { BulkDeleteAge, BulkDeleteCount, InvalidForm, OnSystemMessage } from "@backlot/domain/error/ServiceError"
import type { Forwarded } from "@backlot/domain/interaction/PlainMessage"
import type { MessageRecord } from "@backlot/domain/message/Message"
import { decodeBulkDelete } from "@backlot/domain/message/MessageBody"
import { isOpenTo, readsContent } from "@backlot/domain/message/MessageCensor"
import { isFixed } from "@backlot/domain/message/SystemMessage"
import type { Application } from "@backlot/domain/record/World"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import type { ChannelAddress } from "../access/BotEntry.ts"
import * as AuditLog from "../audit/AuditLog.ts"
import { commit, committing, type NewEvent } from "../event/EventLog.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import * as KeptThreads from "../store/KeptThreads.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { inTransaction, readNow, transacting } from "../store/Transact.ts"
import * as MessageFiles from "./MessageFiles.ts"
import { asBot, completed, view, views } from "./MessageViews.ts"
import * as Plain from "./PlainMessages.ts"
import * as Speaker from "./Speaker.ts"

export interface MessageAddress extends ChannelAddress {
  readonly message_id: Snowflake
}

/**
 * A page of messages. The first given of `around`, `before` and `after` counts. Our choice: docs/choices.md "Messages".
 */
export interface Page {
  readonly limit: number
  readonly around?: Snowflake | undefined
  readonly before?: Snowflake | undefined
  readonly after?: Snowflake | undefined
}

/** Lists messages, newest first. Empty without READ_MESSAGE_HISTORY. */
export const list = operation(
  "ChannelMessages.list",
  transacting(function* (address: ChannelAddress, page: Page) {
    const speaker = yield* Speaker.ofBot(address)
    if (!speaker.may("READ_MESSAGE_HISTORY")) return []
    const records = yield* pageOf(address.channel_id, page)
    return yield* views(records.toReversed(), asBot(address.application, speaker.guild_id))
  })
)

export const get = operation(
  "ChannelMessages.get",
  transacting(function* (address: MessageAddress) {
    const speaker = yield* Speaker.ofBot(address)
    yield* Speaker.require(speaker, "READ_MESSAGE_HISTORY")
    const found = yield* Plain.get(address.channel_id, address.message_id)
    return yield* view(found, asBot(address.application, speaker.guild_id))
  })
)

/** Judges whether a message may be sent at all, before its body is read (decision 24); `post` judges it again. */
export const admit = operation("ChannelMessages.admit", (address: ChannelAddress) =>
  inTransaction(() => Body.flatMap(Speaker.ofBot(address), Speaker.requireVoice))
)

/** Judges whether there is a message to edit, before the body is read; `edit` judges it again. */
export const admitEdit = operation("ChannelMessages.admitEdit", (address: MessageAddress) =>
  inTransaction(() => addressed(address))
)

export const post = operation(
  "ChannelMessages.post",
  Effect.fnUntraced(function* (address: ChannelAddress, body: unknown, files: ReadonlyArray<FormFile> = []) {
    const drawn = yield* MessageFiles.drawMessage(files)
    return yield* commit(function* () {
      const speaker = yield* Speaker.ofBot(address)
      const { value, events } = yield* Plain.send(speaker, body, drawn, sourceOf(address.application))
      return { value: yield* view(value, asBot(address.application, speaker.guild_id)), events }
    })
  })
)

/** A bot forwards what it may read. */
const sourceOf = (application: Application) =>
  function* ({ channel_id, message_id }: Forwarded) {
    const there = yield* Speaker.ofBot({ application, channel_id })
    const reads = ({ message }: MessageRecord) =>
      readsContent(application) || isOpenTo(message, application, there.guild_id)
    return { there, message_id, reads }
  }

export const edit = operation(
  "ChannelMessages.edit",
  Effect.fnUntraced(function* (address: MessageAddress, body: unknown, files: ReadonlyArray<FormFile> = []) {
    const drawn = { now_ms: yield* readNow, files: yield* MessageFiles.draw(files) }
    return yield* commit(function* () {
      const { speaker, found } = yield* addressed(address)
      const { value, events } = yield* Plain.edit(speaker, found, body, drawn)
      return { value: yield* view(value, asBot(address.application, speaker.guild_id)), events }
    })
  })
)

export const remove = operation(
  "ChannelMessages.remove",
  committing(function* (address: MessageAddress) {
    const { speaker, found } = yield* addressed(address)
    return yield* Plain.remove(speaker, found)
  })
)

/** Judges whether messages may be deleted in bulk at all, before the body is read; `removeMany` judges it again. */
export const admitBulk = operation("ChannelMessages.admitBulk", (address: ChannelAddress) =>
  inTransaction(() => Body.flatMap(Speaker.ofBot(address), Speaker.requireModerator))
)

/** Ignores unknown messages. One message that is too old prevents the whole deletion. */
export const removeMany = operation(
  "ChannelMessages.removeMany",
  Effect.fnUntraced(function* (address: ChannelAddress, body: unknown) {
    yield* commit(function* (now) {
      const { channel_id } = address
      const speaker = yield* Speaker.ofBot(address)
      yield* Speaker.requireModerator(speaker)
      const ids = yield* bulkOf(body)
      const found = yield* KeptMessages.getMany(ids.map((id) => [channel_id, id]))
      const seen = yield* completed(found.flatMap((record) => (record?.visible_to === null ? [record] : [])))
      if (seen.some(({ message }) => (parseTime(message.timestamp) ?? 0) < now - limits.deleteAgeMs))
        return yield* new BulkDeleteAge()
      if (seen.some(isFixed)) return yield* new OnSystemMessage()
      const gone = seen.map(({ id }) => id)
      for (const id of gone) yield* Retention.deleteMessage(channel_id, id)
      yield* KeptThreads.countDeleted(channel_id, gone.length)
      if (gone.length === 0) return { value: undefined, events: NONE }
      const { guild_id } = speaker
      const options = { count: String(gone.length) }
      const recorded =
        guild_id === null
          ? []
          : [{ guild_id, action_type: AuditAction.MESSAGE_BULK_DELETE, target_id: channel_id, options }]
      const event = { type: "message.bulk_deleted" as const, data: { channel_id, guild_id, ids: gone } }
      return { value: undefined, events: [event, ...(yield* AuditLog.record(recorded))] }
    })
  })
)

const NONE: ReadonlyArray<NewEvent> = []

/** The bot in its channel, and the message. */
const addressed = function* (address: MessageAddress) {
  const speaker = yield* Speaker.ofBot(address)
  return { speaker, found: yield* Plain.get(address.channel_id, address.message_id) }
}

/** A page of the messages that everyone sees, oldest first. */
const pageOf = function* (channelId: Snowflake, { limit, around, before, after }: Page) {
  if (around !== undefined) {
    const later = yield* newerThan(channelId, around, Math.ceil(limit / 2) - 1)
    const end = String(BigInt(around) + 1n)
    return [...(yield* olderThan(channelId, end, limit - later.length)), ...later]
  }
  if (before === undefined && after !== undefined) return yield* newerThan(channelId, after, limit)
  return yield* olderThan(channelId, before, limit)
}

/** The messages before an id that everyone sees, or the newest, oldest first. Inside a transaction. */
export const olderThan = function* (channelId: Snowflake, before: Snowflake | undefined, limit: number) {
  const end = before === undefined ? undefined : [channelId, before]
  // Most channels have no ephemeral messages among the newest.
  for (const size of [limit, limits.scan]) {
    const found = yield* KeptMessages.last([channelId], size, end)
    const seen = found.filter(({ visible_to }) => visible_to === null)
    if (seen.length >= limit || found.length < size || size === limits.scan) return seen.slice(-limit)
  }
  return []
}

const newerThan = function* (channelId: Snowflake, after: Snowflake, limit: number) {
  if (limit <= 0) return []
  const found = yield* KeptMessages.list([channelId], limits.scan, [channelId, after])
  return found.filter(({ visible_to }) => visible_to === null).slice(0, limit)
}

const bulkOf = function* (body: unknown) {
  const { value, faults } = decodeBulkDelete(body)
  if (faults.length > 0) return yield* new InvalidForm({ faults })
  if (value.messages == null) return yield* new InvalidForm({ faults: [fault(["messages"], FormError.required)] })
  // An id given twice counts once. Our choice: docs/choices.md "Messages".
  const ids = [...new Set(value.messages)].sort(compare)
  if (ids.length < limits.deleteMin || ids.length > limits.deleteMax) return yield* new BulkDeleteCount()
  return ids
}
