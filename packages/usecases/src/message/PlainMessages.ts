/**
 * Sends, edits and deletes messages that answer no interaction, of bots and users. Inside a transaction. Source:
 * wire-interactions.md §4.3, §4.7; the platform's documentation of `Create Message`, `Edit Message`.
 */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import { parseTime } from "@backlot/domain/base/IsoTime"
import { message as limits } from "@backlot/domain/base/Limits"
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import * as Plain from "@backlot/domain/interaction/PlainMessage"
import { namedByContent, namedByEdit, shownAfter } from "@backlot/domain/interaction/ResponseMessage"
import { lobbyMessageEvent, sentInLobby } from "@backlot/domain/lobby/LobbyMessage"
import { isForwardable } from "@backlot/domain/message/Forward"
import type { MessageRecord } from "@backlot/domain/message/Message"
import { decodeEdit, isEmpty, type MessageEdit } from "@backlot/domain/message/MessageBody"
import { isFixed, isSystem } from "@backlot/domain/message/SystemMessage"
import { isDirect } from "@backlot/domain/record/World"
import type * as Body from "@backlot/ports/Body"
import { nextPosition } from "../access/ChannelObjects.ts"
import * as AuditLog from "../audit/AuditLog.ts"
import type { NewEvent, Outcome } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import * as KeptThreads from "../store/KeptThreads.ts"
import * as Retention from "../store/Retention.ts"
import { clockTime, existing } from "../store/Transact.ts"
import * as AutoModeration from "./AutoModeration.ts"
import { requireOpen } from "./DirectRecipient.ts"
import * as LinkEmbeds from "./LinkEmbeds.ts"
import * as MessageFiles from "./MessageFiles.ts"
import { usable } from "./MessageStickers.ts"
import { completed } from "./MessageViews.ts"
import * as Speaker from "./Speaker.ts"
import { takeIn, wake } from "./ThreadWake.ts"

/** Drawn before the transaction. */
interface Drawn {
  readonly message_id: Snowflake
  readonly now_ms: number
  readonly files: ReadonlyArray<MessageFiles.DrawnFile>
  /** For alerts of automatic moderation. */
  readonly alert_ids?: ReadonlyArray<Snowflake>
}

/** `refused`: automatic moderation blocks it, and nothing but the events of that is kept. */
export interface Spoken extends Outcome<MessageRecord> {
  readonly refused?: ServiceError.MessageBlocked
}

/** Sends a message; gives the existing one when a nonce is enforced. */
export const send = function* <Y extends Body.Step = never>(
  speaker: Speaker.Speaker,
  body: unknown,
  drawn: Drawn,
  /** Finds what the speaker forwards; who has none cannot forward. */
  source?: (from: Plain.Forwarded) => Iterable<Y, Forwarding, unknown>
) {
  yield* Speaker.requireVoice(speaker)
  yield* requireOpen(speaker)
  const { channel, guild_id, author } = speaker
  const placed = yield* MessageFiles.place(channel.id, drawn.files)
  const given = placed.map(({ sent }) => sent)
  const draft = yield* Plain.decodePlain(body, channel.id, given)
  yield* Speaker.require(speaker, ...Plain.neededFor(draft.content))
  const emojis = yield* Speaker.naming(speaker, body)
  const twin = yield* sentBefore(speaker, draft, drawn.now_ms)
  if (twin !== undefined) return { value: twin, events: [] } satisfies Spoken as Spoken
  yield* requirePace(speaker, drawn.now_ms)
  const stickers = yield* usable(speaker, draft.sticker_ids)
  const replied = yield* repliedTo(speaker, draft)
  const { forward } = draft
  if (forward !== undefined && source === undefined) return yield* new ServiceError.UnknownChannel()
  const forwarded = forward && source && (yield* forwardable(yield* source(forward)))
  const mentionable = yield* Speaker.mentionable(speaker, namedByContent(draft.content))
  const { message_id, now_ms } = drawn
  const context = {
    message_id,
    now_ms,
    channel_id: channel.id,
    guild_id,
    author,
    mentionable,
    replied,
    forwarded,
    stickers,
    position: speaker.opening === true ? 0 : yield* nextPosition(channel)
  }
  const plain = Plain.plainMessage(draft, context)
  const { lobby } = speaker
  const made = lobby === undefined ? plain : sentInLobby(plain, lobby.record.application_id, lobby.part)
  const verdict = yield* AutoModeration.judge(speaker, made, drawn, true)
  if (verdict.refused !== undefined) return { value: made, ...verdict } satisfies Spoken
  return {
    value: made,
    events: [...emojis.events, ...(yield* keep(speaker, made, placed)), ...verdict.events]
  } satisfies Spoken
}

/** A person waits between two messages in a channel in slow mode; bots do not. */
const requirePace = function* ({ channel, author, may }: Speaker.Speaker, nowMs: number) {
  if (isDirect(channel) || "bot" in author) return
  const paceMs = (channel.rate_limit_per_user ?? 0) * 1_000
  if (paceMs === 0 || may("BYPASS_SLOWMODE")) return
  const retry_after_ms = (yield* lastSaid(channel.id, author.id, nowMs - paceMs)) + paceMs - nowMs
  if (retry_after_ms <= 0) return
  const because = `${channel.name} is in slow mode: one message in ${paceMs / 1_000} s, without BYPASS_SLOWMODE`
  yield* new ServiceError.SlowedDown({ retry_after_ms, because })
}

/** When somebody last wrote in a channel, in milliseconds; the past where that is before `since`. */
const lastSaid = function* (channelId: Snowflake, authorId: Snowflake, since: number) {
  let before: readonly [Snowflake, Snowflake] | undefined
  for (let page = 0; page < PACED.pages; page++) {
    const recent = yield* KeptMessages.last([channelId], PACED.messages, before)
    const own = recent.findLast(({ message }) => message.author.id === authorId)
    if (own !== undefined) return timeOf(own)
    const [oldest] = recent
    if (oldest === undefined || recent.length < PACED.messages || timeOf(oldest) <= since) break
    before = [channelId, oldest.id]
  }
  return since
}

const timeOf = ({ message }: MessageRecord): number => parseTime(message.timestamp) ?? 0

/** The newest messages of a channel, in which a person's last one is looked for. */
const PACED = { messages: 200, pages: 50 }

/** Stores a new message with its files; gives the events. */
export const keep = function* (
  speaker: Speaker.Speaker,
  made: MessageRecord,
  placed: ReadonlyArray<MessageFiles.PlacedFile>
) {
  yield* MessageFiles.keepShown([made], placed)
  yield* Retention.putMessage(made)
  const at = parseTime(made.message.timestamp) ?? (yield* clockTime)
  const woken = yield* wake(speaker, made.message, at)
  return [...woken, ...(yield* eventsOf("created", made, speaker)), ...(yield* embedding(made, speaker))]
}

/** Edits the speaker's own message, or hides or shows the embeds of another. */
export const edit = function* (
  speaker: Speaker.Speaker,
  found: MessageRecord,
  body: unknown,
  drawn: Omit<Drawn, "message_id">
) {
  yield* Speaker.requireAwake(speaker)
  const { channel } = speaker
  const placed = yield* MessageFiles.place(channel.id, drawn.files)
  const given = placed.map(({ sent }) => sent)
  const change = yield* decodeEdit(body, { before: found.message, files: given })
  if (found.message.author.id !== speaker.author.id) yield* requireFlagsAlone(speaker, change)
  if (isSystem(found)) return yield* new ServiceError.OnSystemMessage()
  const emojis = yield* Speaker.naming(speaker, body)
  if (isEmpty(shownAfter(found, change))) return yield* new ServiceError.EmptyMessage()
  const mentionable = yield* Speaker.mentionable(speaker, namedByEdit(found, change))
  const replied = yield* find(channel.id, found.message.message_reference?.message_id)
  const edited = Plain.editedPlain(found, change, { now_ms: drawn.now_ms, mentionable }, replied)
  const verdict = yield* AutoModeration.judge(speaker, edited, drawn, false)
  if (verdict.refused !== undefined) return { value: found, ...verdict } satisfies Spoken as Spoken
  yield* MessageFiles.keepShown([edited], placed)
  yield* Retention.putMessage(edited)
  const joined = yield* takeIn(speaker, found.message, edited.message, drawn.now_ms)
  const events = yield* eventsOf("updated", edited, speaker)
  events.push(...(yield* embedding(edited, speaker)))
  return { value: edited, events: [...emojis.events, ...events, ...joined, ...verdict.events] } satisfies Spoken
}

/** Its links have embeds a moment later. */
const embedding = function* (record: MessageRecord, speaker: Speaker.Speaker) {
  const after = yield* LinkEmbeds.made(record)
  return after === undefined ? [] : yield* eventsOf("updated", after, speaker)
}

/** Deletes the speaker's own message, or another's with MANAGE_MESSAGES. */
export const remove = function* (speaker: Speaker.Speaker, found: MessageRecord) {
  if (found.message.author.id !== speaker.author.id) yield* Speaker.requireModerator(speaker)
  yield* Speaker.requireAwake(speaker)
  if (isFixed(found)) return yield* new ServiceError.OnSystemMessage()
  yield* Retention.deleteMessage(speaker.channel.id, found.id)
  yield* KeptThreads.countDeleted(speaker.channel.id, 1)
  const events = [...(yield* eventsOf("deleted", found, speaker)), ...(yield* recordRemoval(speaker, found))]
  return { value: undefined, events } satisfies Outcome<void>
}

/** A message that everyone in the channel sees, completed if a world left fields out. */
export const get = (channelId: Snowflake, messageId: Snowflake) =>
  existing(find(channelId, messageId), ServiceError.UnknownMessage)

/** The platform records a message that a person deletes of somebody else, but none that a bot deletes alone. */
const recordRemoval = function* ({ author, guild_id, channel }: Speaker.Speaker, { message }: MessageRecord) {
  if (guild_id === null || "bot" in author || message.author.id === author.id) return []
  const options = { channel_id: channel.id, count: "1" }
  return yield* AuditLog.record([
    { guild_id, action_type: AuditAction.MESSAGE_DELETE, target_id: message.author.id, options }
  ])
}

/**
 * Undefined for an unknown message. Only their reader sees ephemeral messages: not even their own application, as on the
 * platform.
 */
export const find = function* (channelId: Snowflake, messageId: unknown) {
  if (!isSnowflake(messageId)) return undefined
  const found = yield* KeptMessages.get(channelId, messageId)
  return found === undefined || found.visible_to !== null ? undefined : (yield* completed([found]))[0]
}

/** The speaker in the channel of the message to forward, and whether they may read what it says. */
export interface Forwarding {
  readonly there: Speaker.Speaker
  readonly message_id: Snowflake
  readonly reads: (record: MessageRecord) => boolean
}

const forwardable = function* ({ there, message_id, reads }: Forwarding) {
  yield* Speaker.require(there, "READ_MESSAGE_HISTORY")
  const record = yield* get(there.channel.id, message_id)
  if (!reads(record)) return yield* new ServiceError.UnreadableForward()
  if (!isForwardable(record)) return yield* new ServiceError.EmptyMessage()
  return { record, guild_id: there.guild_id }
}

const repliedTo = function* (speaker: Speaker.Speaker, { reply_to }: Plain.PlainDraft) {
  if (reply_to === undefined) return undefined
  if (!speaker.may("READ_MESSAGE_HISTORY")) return yield* new ServiceError.ReplyWithoutHistory()
  const found = yield* find(speaker.channel.id, reply_to.message_id)
  return found === undefined && reply_to.fail_if_not_exists ? yield* Plain.unknownReplied() : found
}

/** The author's message with this nonce, among those of the last minutes. */
const sentBefore = function* (
  { channel, author }: Speaker.Speaker,
  { nonce, enforce_nonce }: Plain.PlainDraft,
  nowMs: number
) {
  if (!enforce_nonce || nonce === undefined) return undefined
  const recent = yield* KeptMessages.last([channel.id], limits.nonceMessages)
  return recent.find(
    ({ message }) =>
      message.nonce === nonce &&
      message.author.id === author.id &&
      (parseTime(message.timestamp) ?? 0) > nowMs - limits.nonceMs
  )
}

const requireFlagsAlone = function* (speaker: Speaker.Speaker, change: MessageEdit) {
  if (!Plain.isFlagsAlone(change)) return yield* new ServiceError.NotTheAuthor()
  if (speaker.guild_id === null)
    yield* new ServiceError.MissingPermissions({ because: "nobody moderates a direct channel" })
  yield* Speaker.require(speaker, "MANAGE_MESSAGES")
}

const eventsOf = function* (
  what: "created" | "updated" | "deleted",
  record: MessageRecord,
  { channel, guild_id, lobby }: Speaker.Speaker
) {
  const events: Array<NewEvent> = []
  if (channel.id !== lobby?.record.id) events.push(messageEvent(`message.${what}`, record, { guild_id }))
  const [linked] = lobby === undefined && guild_id !== null ? yield* linkedTo(channel.id) : []
  const heard = lobby?.record ?? linked
  if (heard !== undefined) events.push(lobbyMessageEvent(`lobby_message.${what}`, record, heard))
  return events
}

/** The lobby that a channel is linked to: at most one. */
export const linkedTo = (channelId: string) => Collections.lobbies.by("channel", channelId)
