/**
 * Crossposts a message of an announcement channel into the channels that follow it. Source: official OpenAPI document,
 * `crosspost_message`; the platform's documentation of `Crosspost Message`.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { AlreadyCrossposted, WrongChannelType, WrongMessageType } from "@backlot/domain/error/ServiceError"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import { copyFor, crossposted } from "@backlot/domain/message/Crosspost"
import { readdressed } from "@backlot/domain/message/FileAddress"
import { MessageFlag, type MessageRecord, MessageType } from "@backlot/domain/message/Message"
import { limits } from "@backlot/domain/record/WebhookLimits"
import { isDirect, type Webhook } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { commit, type NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { FileAddresses } from "../store/FileAddresses.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { inTransaction } from "../store/Transact.ts"
import type { MessageAddress } from "./ChannelMessages.ts"
import { asBot, completed, view } from "./MessageViews.ts"
import * as Plain from "./PlainMessages.ts"
import * as Speaker from "./Speaker.ts"

export const crosspost = operation(
  "Crossposts.crosspost",
  Effect.fnUntraced(function* (address: MessageAddress) {
    // Ids are drawn before the transaction that uses them. A follower that comes in between gets nothing.
    const count = yield* inTransaction(function* () {
      const { found } = yield* addressed(address)
      return (yield* followersOf(address.channel_id)).length * (1 + found.message.attachments.length)
    })
    const ids = yield* (yield* Ids).many(count)
    return yield* commit(function* (now_ms) {
      const { speaker, guild_id, found } = yield* addressed(address)
      const original = crossposted(found)
      yield* Retention.putMessage(original)
      const events: Array<NewEvent> = [messageEvent("message.updated", original, { guild_id })]
      const [stored = found] = yield* completed(yield* Collections.messages.existing([[found.channel_id, found.id]]))
      const each = 1 + found.message.attachments.length
      for (const [n, webhook] of (yield* followersOf(address.channel_id)).entries()) {
        const [message_id, ...files] = ids.slice(n * each, (n + 1) * each)
        if (message_id === undefined || files.length < each - 1) break
        events.push(...(yield* copyTo(webhook, stored, { guild_id, now_ms, message_id, files })))
      }
      return { value: yield* view(original, asBot(address.application, speaker.guild_id)), events }
    })
  })
)

const followersOf = function* (channelId: Snowflake) {
  return (yield* Collections.webhooks.by("source", channelId)).slice(0, limits.followers)
}

/** A plain message of an announcement channel that the bot may crosspost. */
const addressed = function* (address: MessageAddress) {
  const speaker = yield* Speaker.ofBot(address)
  const { channel, guild_id } = speaker
  if (isDirect(channel) || guild_id === null || channel.type !== ChannelType.GUILD_ANNOUNCEMENT) {
    return yield* new WrongChannelType()
  }
  yield* Speaker.require(speaker, "SEND_MESSAGES")
  const found = yield* Plain.get(channel.id, address.message_id)
  const { author, type, flags } = found.message
  if (author.id !== speaker.author.id) yield* Speaker.requireModerator(speaker)
  if (type !== MessageType.DEFAULT || (flags & MessageFlag.IS_CROSSPOST) !== 0) return yield* new WrongMessageType()
  if ((flags & MessageFlag.CROSSPOSTED) !== 0) return yield* new AlreadyCrossposted()
  return { speaker, guild_id, found }
}

interface Drawn {
  readonly guild_id: Snowflake
  readonly now_ms: number
  readonly message_id: Snowflake
  readonly files: ReadonlyArray<Snowflake>
}

/** Stores a copy, whose files show those of the original as long as it has them; gives the events. `found`: with the addresses of files as stored. */
const copyTo = function* (webhook: Webhook, found: MessageRecord, { files, ...drawn }: Drawn) {
  const channel = yield* Collections.channels.get(webhook.channel_id)
  if (channel === undefined) return []
  const moved = new Map(found.message.attachments.map(({ id }, i) => [id, files[i] ?? id]))
  for (const upload of yield* Collections.uploads.existing([...moved.keys()].map((id) => [id]))) {
    const copy = { ...upload, id: moved.get(upload.id) ?? upload.id, channel_id: channel.id }
    yield* Retention.putUpload({ ...copy, base64: "", same_as: upload.same_as ?? upload.id })
  }
  const { hosts, urls } = yield* Body.use(FileAddresses)
  const copy = readdressed(copyFor(found, { webhook, files: moved, ...drawn }), hosts(), urls())
  return yield* Plain.keep(Speaker.ofWebhook(webhook, channel), copy, [])
}
