/**
 * A bot or a user opens threads in a channel, with or without a message to start from. A message of
 * the service reports it. Source: official OpenAPI document, `CreateTextThreadWithoutMessageRequest`,
 * `CreateTextThreadWithMessageRequest`; the platform's documentation of `Start Thread from Message`. Our choice:
 * docs/choices.md "Guilds and members".
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import {
  type MessageBlocked,
  NotInDirect,
  OnSystemMessage,
  ThreadAlreadyThere,
  type TitleBlocked,
  UnknownChannel,
  WrongChannelType
} from "@backlot/domain/error/ServiceError"
import {
  newPost,
  newPostOfUser,
  newThread,
  newThreadOfMessage,
  newThreadOfUser
} from "@backlot/domain/guild/ThreadBody"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import * as Notice from "@backlot/domain/message/ChannelNotice"
import { MessageFlag, type MessageRecord } from "@backlot/domain/message/Message"
import { isSystem } from "@backlot/domain/message/SystemMessage"
import { type GuildChannel, isDirect } from "@backlot/domain/record/World"
import { ChannelType, isForumType, THREAD_PARENTS } from "@backlot/domain/record/WorldVocabulary"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import type { Mint } from "@backlot/domain/world/element/Element"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import type { ChannelAddress } from "../access/BotEntry.ts"
import { channelObject, guildChannel } from "../access/ChannelObjects.ts"
import type { UserAddress, UserMessageAddress } from "../access/UserPlace.ts"
import { committed, type NewEvent } from "../event/EventLog.ts"
import * as AutoModeration from "../message/AutoModeration.ts"
import type { MessageAddress } from "../message/ChannelMessages.ts"
import * as MessageFiles from "../message/MessageFiles.ts"
import { asBot, asUser, type Seeing, view } from "../message/MessageViews.ts"
import * as Plain from "../message/PlainMessages.ts"
import * as Speaker from "../message/Speaker.ts"
import * as Collections from "../store/Collections.ts"
import { Deadlines } from "../store/Deadlines.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { clockTime, existing, inTransaction } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as Posts from "./ForumPosts.ts"
import { wishOf } from "./NewThread.ts"

/** A new thread, owned by the bot; in a forum with its first message. */
export const open = operation(
  "Threads.open",
  (address: ChannelAddress, sent: unknown, files: ReadonlyArray<FormFile> = []) =>
    opening(() => Speaker.ofBot(address), sent, {
      files,
      alert_ids: [],
      readPost: newPost,
      readThread: newThread,
      seenIn: (guildId) => asBot(address.application, guildId)
    })
)

/** A new thread of a user, with the same rights as for a bot; public unless the body says otherwise, as in a client. */
export const openOfUser = operation(
  "Threads.openOfUser",
  (address: UserAddress, sent: unknown, files: ReadonlyArray<FormFile> = []) =>
    // The title, and the first message of a post.
    Effect.flatMap(AutoModeration.drawAlerts(address.channel_id, 2), (alert_ids) =>
      opening(() => Speaker.ofUser(address), sent, {
        usual: ChannelType.PUBLIC_THREAD,
        files,
        alert_ids,
        readPost: newPostOfUser,
        readThread: newThreadOfUser,
        seenIn: () => asUser(address.user_id)
      })
    )
)

interface Manner {
  readonly usual?: number
  readonly files: ReadonlyArray<FormFile>
  readonly alert_ids: ReadonlyArray<Snowflake>
  readonly readPost: typeof newPost
  readonly readThread: typeof newThread
  /** How its author sees the first message of a post. */
  readonly seenIn: (guildId: Snowflake) => Seeing
}

const opening = Effect.fnUntraced(function* <Y extends Body.Step>(
  enter: Speaker.Entering<Y>,
  sent: unknown,
  { usual, files, alert_ids, readPost, readThread, seenIn }: Manner
) {
  const drawn = { ...(yield* MessageFiles.drawMessage(files)), alert_ids }
  const { message_id: id } = drawn
  const notice = yield* (yield* Ids).next
  const mint = yield* WorldEdits.mint()
  return yield* making(id, function* () {
    const speaker = yield* enter()
    const { channel } = speaker
    const isPlain = isDirect(channel) || !isForumType(channel.type)
    return isPlain
      ? yield* plainThread(speaker, sent, { id, notice, usual, readThread, alert_ids, mint })
      : yield* posted(
          { speaker, forum: channel, id, mint },
          readPost(sent, placed(speaker, channel)),
          drawn,
          seenIn(channel.guild_id)
        )
  })
})

/** Carries out what makes a thread, or refuses it. */
const making = Effect.fnUntraced(function* <Y extends Body.Step>(
  id: Snowflake,
  make: () => Iterable<Y, Made, unknown>
) {
  const { refused, thread } = yield* committed(function* () {
    const made = yield* make()
    const thread = made.refused === undefined ? { ...(yield* shown(id)), ...made.first } : undefined
    return { value: { refused: made.refused, thread }, events: made.events }
  })
  // What automatic moderation did about a refused message stays.
  if (thread === undefined) return yield* refused ?? Effect.die(new Error("a thread was neither made nor refused"))
  yield* (yield* Deadlines).wake
  return thread
})

const placed = ({ author }: Speaker.Speaker, channel: GuildChannel) => ({ channel, owner_id: author.id })

interface Made {
  readonly refused?: MessageBlocked | TitleBlocked | undefined
  /** The first message of a post. */
  readonly first?: { readonly message: object }
  readonly events: ReadonlyArray<NewEvent>
}

/** Automatic moderation judges the title of a body that has no fault. */
const titled = function* (speaker: Speaker.Speaker, read: ElementBody, alert_ids: ReadonlyArray<Snowflake>) {
  const { name } = { name: "", ...read.body }
  const title = read.faults.length > 0 ? "" : String(name)
  return yield* AutoModeration.judgeTitle(speaker, title, { now_ms: yield* clockTime, alert_ids })
}

const applied = function* (wish: WorldEdits.Wish, mint: Mint, judged: ReadonlyArray<NewEvent>) {
  const { events } = yield* WorldEdits.apply([wish], mint, [])
  return { events: [...judged, ...events] } satisfies Made as Made
}

const posted = function* (
  posting: Omit<Parameters<typeof Posts.post>[0], "read">,
  { message, ...read }: ReturnType<typeof newPost>,
  drawn: Parameters<typeof Plain.send>[2],
  seen: Seeing
) {
  yield* Speaker.require(posting.speaker, "SEND_MESSAGES")
  const { alert_ids = [] } = drawn
  const title = yield* titled(posting.speaker, read, alert_ids.slice(alert_ids.length / 2))
  if (title.refused !== undefined) return title satisfies Made as Made
  const say = (author: Speaker.Speaker) => Posts.inMessage(Plain.send(author, message, drawn))
  const { value, events, refused } = yield* Posts.post({ ...posting, read }, say)
  if (refused !== undefined) return { refused, events } satisfies Made as Made
  return { first: { message: yield* view(value, seen) }, events: [...title.events, ...events] } satisfies Made
}

interface Drawn {
  readonly id: Snowflake
  readonly notice: Snowflake
  readonly usual: number | undefined
  readonly readThread: typeof newThread
  readonly alert_ids: ReadonlyArray<Snowflake>
  readonly mint: Mint
}

const plainThread = function* (
  speaker: Speaker.Speaker,
  sent: unknown,
  { id, notice, usual, readThread, alert_ids, mint }: Drawn
) {
  const { channel } = yield* parentOf(speaker)
  const read = readThread(sent, { channel, owner_id: speaker.author.id, usual })
  const isPrivate = read.body["type"] === ChannelType.PRIVATE_THREAD
  yield* Speaker.require(speaker, isPrivate ? "CREATE_PRIVATE_THREADS" : "CREATE_PUBLIC_THREADS")
  const title = yield* titled(speaker, read, alert_ids)
  if (title.refused !== undefined) return title satisfies Made as Made
  const wish: WorldEdits.Wish = yield* wishOf(channel, id, read)
  if (isPrivate) return yield* applied(wish, mint, title.events)
  const { name } = { name: "", ...read.body }
  const place = { guild_id: channel.guild_id, parent_id: channel.id, thread_id: id }
  const made = Notice.threadCreated(yield* doneBy(speaker, notice), place, String(name))
  const events = [...(wish.events ?? []), yield* written(made, channel)]
  return yield* applied({ ...wish, events }, mint, title.events)
}

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
  Effect.flatMap(AutoModeration.drawAlerts(address.channel_id), (alert_ids) =>
    openingFrom(() => Speaker.ofUser(address), address.message_id, sent, alert_ids)
  )
)

const openingFrom = Effect.fnUntraced(function* <Y extends Body.Step>(
  enter: Speaker.Entering<Y>,
  messageId: Snowflake,
  sent: unknown,
  alert_ids: ReadonlyArray<Snowflake> = []
) {
  const notice = yield* (yield* Ids).next
  const mint = yield* WorldEdits.mint()
  return yield* making(messageId, function* () {
    const { speaker, channel, start } = yield* startOf(enter, messageId)
    const owner_id = speaker.author.id
    const read = newThreadOfMessage(sent, { channel, owner_id, now_ms: yield* clockTime })
    const title = yield* titled(speaker, read, alert_ids)
    if (title.refused !== undefined) return title satisfies Made as Made
    const started = withThread(start)
    yield* Retention.putMessage(started)
    const wish = yield* wishOf(channel, messageId, read)
    const { guild_id } = channel
    const place = { guild_id, parent_id: channel.id, thread_id: messageId }
    const first = yield* written(Notice.threadStarter(yield* doneBy(speaker, notice), place), channel)
    const events = [messageEvent("message.updated", started, { guild_id }), ...wish.events, first]
    return yield* applied({ ...wish, events }, mint, title.events)
  })
})

const doneBy = ({ author }: Speaker.Speaker, id: Snowflake) => Body.map(clockTime, (now_ms) => ({ id, now_ms, author }))

const written = (made: MessageRecord, { guild_id }: GuildChannel) =>
  Body.map(Retention.putMessage(made), () => messageEvent("message.created", made, { guild_id }))

const startOf = function* <Y extends Body.Step>(enter: Speaker.Entering<Y>, messageId: Snowflake) {
  const there = yield* parentOf(yield* enter())
  yield* Speaker.require(there.speaker, "CREATE_PUBLIC_THREADS")
  const start = yield* Plain.get(there.channel.id, messageId)
  if (isSystem(start)) return yield* new OnSystemMessage()
  if ((yield* Collections.channels.get(messageId)) !== undefined) return yield* new ThreadAlreadyThere()
  return { ...there, start }
}

/** A speaker in a channel that can have threads that are no posts. */
const parentOf = function* (speaker: Speaker.Speaker) {
  const { channel } = speaker
  if (isDirect(channel)) return yield* new NotInDirect()
  if (!PARENTS.has(channel.type)) return yield* new WrongChannelType()
  return { speaker, channel }
}

const PARENTS: ReadonlySet<number> = new Set(
  Object.values(THREAD_PARENTS)
    .flat()
    .filter((type) => !isForumType(type))
)

const withThread = (record: MessageRecord): MessageRecord => ({
  ...record,
  message: { ...record.message, flags: record.message.flags | MessageFlag.HAS_THREAD }
})

const shown = (id: Snowflake) => Body.flatMap(existing(guildChannel(id), UnknownChannel), channelObject)
