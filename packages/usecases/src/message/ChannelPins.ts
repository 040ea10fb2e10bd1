/**
 * Pinned messages of a channel. PIN_MESSAGES alone allows it: MANAGE_MESSAGES no longer does. Source: official OpenAPI
 * document, `PinnedMessagesResponse`; the platform's documentation of pins (250 of them). Our choice: docs/choices.md
 * "Messages".
 */

import { AuditAction } from "@backlot/domain/audit/AuditAction"
import { formatTime, formatTimestamp, parseTime } from "@backlot/domain/base/IsoTime"
import { channelMessages as limits } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { OnSystemMessage, PinnedElsewhere, TooManyPins } from "@backlot/domain/error/ServiceError"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import { pinned as pinNotice } from "@backlot/domain/message/ChannelNotice"
import type { MessageRecord } from "@backlot/domain/message/Message"
import { isSystem } from "@backlot/domain/message/SystemMessage"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import type { ChannelAddress } from "../access/BotEntry.ts"
import { nextPosition } from "../access/ChannelObjects.ts"
import type { UserAddress, UserMessageAddress } from "../access/UserPlace.ts"
import * as AuditLog from "../audit/AuditLog.ts"
import { commit, type NewEvent } from "../event/EventLog.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { transacting } from "../store/Transact.ts"
import type { MessageAddress } from "./ChannelMessages.ts"
import { asBot, asUser, completed, type Seeing, views } from "./MessageViews.ts"
import * as Plain from "./PlainMessages.ts"
import * as Speaker from "./Speaker.ts"

/** `before`: pinned earlier than this, in milliseconds. */
interface PinPage {
  readonly limit: number
  readonly before?: number | undefined
}

/** Lists pins, last pinned first. Empty without READ_MESSAGE_HISTORY. */
export const list = operation(
  "ChannelPins.list",
  transacting(function* (address: ChannelAddress, page: PinPage) {
    const speaker = yield* Speaker.ofBot(address)
    return yield* listed(speaker, asBot(address.application, speaker.guild_id), page)
  })
)

/** All pins of a channel for a user, as `list`. */
export const listOfUser = operation(
  "ChannelPins.listOfUser",
  transacting(function* (address: UserAddress) {
    const { items } = yield* listed(yield* Speaker.ofUser(address), asUser(address.user_id), { limit: limits.pins })
    return { items }
  })
)

const listed = function* (speaker: Speaker.Speaker, seen: Seeing, { limit, before }: PinPage) {
  if (!speaker.may("READ_MESSAGE_HISTORY")) return { items: [], has_more: false }
  const all = yield* pinsOf(speaker.channel.id)
  const earlier = before === undefined ? all : all.filter((record) => pinnedMs(record) < before)
  const page = earlier.slice(0, limit)
  const messages = yield* views(page, seen)
  const items = messages.map((message, i) => ({ pinned_at: pinnedAt(page[i]), message }))
  return { items, has_more: earlier.length > limit }
}

/** Pins the message; no change if it is pinned. */
export const pin = operation("ChannelPins.pin", (address: MessageAddress) =>
  change(() => Speaker.ofBot(address), address, true)
)

/** Unpins the message; no change if it is not pinned. */
export const unpin = operation("ChannelPins.unpin", (address: MessageAddress) =>
  change(() => Speaker.ofBot(address), address, false)
)

/** Pins or unpins a message as a user, with the same rights as for a bot. */
export const pinOfUser = operation("ChannelPins.pinOfUser", (address: UserMessageAddress, pinned: boolean) =>
  change(() => Speaker.ofUser(address), address, pinned)
)

const change = Effect.fnUntraced(function* <Y extends Body.Step>(
  enter: Speaker.Entering<Y>,
  { channel_id, message_id }: Pick<MessageAddress, "channel_id" | "message_id">,
  pinned: boolean
) {
  const notice = yield* (yield* Ids).next
  yield* commit(function* (now) {
    const speaker = yield* enter()
    yield* Speaker.require(speaker, "PIN_MESSAGES")
    yield* requireHere(channel_id, message_id)
    const found = yield* Plain.get(channel_id, message_id)
    if (isSystem(found)) return yield* new OnSystemMessage()
    yield* Speaker.requireAwake(speaker)
    const none: ReadonlyArray<NewEvent> = []
    if (found.message.pinned === pinned) return { value: undefined, events: none }
    const pins = yield* pinsOf(channel_id)
    if (pinned && pins.length >= limits.pins) return yield* new TooManyPins({ max: limits.pins })
    const after = pinned ? pinnedNow(found, now) : unpinned(found)
    yield* Retention.putMessage(after)
    const left = pinned ? [after] : pins.filter(({ id }) => id !== message_id)
    const { author, guild_id } = speaker
    const done = { id: notice, now_ms: now, author, position: yield* nextPosition(speaker.channel) }
    const said = pinned ? yield* posted(pinNotice(done, after, guild_id), guild_id) : []
    return {
      value: undefined,
      events: [...eventsOf(speaker, after, left), ...said, ...(yield* recordPin(speaker, found, pinned))]
    }
  })
})

const posted = (made: MessageRecord, guild_id: Snowflake | null) =>
  Body.map(Retention.putMessage(made), () => [messageEvent("message.created", made, { guild_id })])

const recordPin = function* ({ guild_id, channel }: Speaker.Speaker, { id, message }: MessageRecord, pinned: boolean) {
  if (guild_id === null) return []
  const action_type = pinned ? AuditAction.MESSAGE_PIN : AuditAction.MESSAGE_UNPIN
  const options = { channel_id: channel.id, message_id: id }
  return yield* AuditLog.record([{ guild_id, action_type, target_id: message.author.id, options }])
}

/** The events of the changed message and of the channel's last pin, which may be of another message. */
const eventsOf = (
  { guild_id, channel }: Speaker.Speaker,
  record: MessageRecord,
  pins: ReadonlyArray<MessageRecord>
): ReadonlyArray<NewEvent> => [
  { type: "message.updated", data: { guild_id, record } },
  {
    type: "channel.pins_updated",
    data: { channel_id: channel.id, guild_id, last_pin_timestamp: pins.length === 0 ? null : pinnedAt(pins[0]) }
  }
]

/** The pins, last pinned first. */
const pinsOf = function* (channelId: Snowflake) {
  const all = yield* KeptMessages.list([channelId])
  const pins = yield* completed(all.filter(({ message, visible_to }) => message.pinned === true && visible_to === null))
  return pins.toSorted((a, b) => pinnedMs(b) - pinnedMs(a))
}

const requireHere = function* (channelId: Snowflake, messageId: Snowflake) {
  const [found] = yield* KeptMessages.byId(messageId)
  if (found !== undefined && found.channel_id !== channelId) return yield* new PinnedElsewhere()
}

/** In the key order of a world's record, so that an imported export has the same rows. */
const pinnedNow = ({ reactions, ...record }: MessageRecord, nowMs: number): MessageRecord => ({
  ...record,
  message: { ...record.message, pinned: true },
  pinned_at: formatTime(nowMs),
  ...(reactions === undefined ? {} : { reactions })
})

const unpinned = ({ pinned_at: _, ...record }: MessageRecord): MessageRecord => ({
  ...record,
  message: { ...record.message, pinned: false }
})

/** A pinned message of a world counts as pinned when it was written. Our choice: docs/choices.md "World file". */
const pinnedMs = ({ pinned_at, message }: MessageRecord): number => parseTime(pinned_at ?? message.timestamp) ?? 0

const pinnedAt = (record: MessageRecord | undefined): string =>
  formatTimestamp(record === undefined ? 0 : pinnedMs(record))
