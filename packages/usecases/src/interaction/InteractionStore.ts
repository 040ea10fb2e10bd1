/** Loads what decisions about interactions need, and stores their results. Inside a transaction. */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { Path } from "@backlot/domain/error/Fault"
import { botObject, userObject } from "@backlot/domain/guild/UserWire"
import { acknowledgeBy, type InteractionRecord, tokenEndsAt } from "@backlot/domain/interaction/Interaction"
import { type Decision, messageEvent, type TraceLine } from "@backlot/domain/interaction/InteractionDecision"
import { expire, nextDeadline } from "@backlot/domain/interaction/InteractionState"
import { targetUserOf } from "@backlot/domain/interaction/MessageProvenance"
import type { AnswerContext } from "@backlot/domain/interaction/ResponseMessage"
import { withReferenced } from "@backlot/domain/message/DisplayedMessage"
import { complete, isComplete } from "@backlot/domain/message/GivenMessage"
import type { Mentionable } from "@backlot/domain/message/Mention"
import type { MessageObject } from "@backlot/domain/message/Message"
import { BITS, has } from "@backlot/domain/permission/Permission"
import { CommandType } from "@backlot/domain/record/ApplicationCommand"
import { type Application, isThread } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Data, Effect } from "effect"
import { rolesOf, usersOf } from "../access/Accounts.ts"
import { guildChannel, nextPosition } from "../access/ChannelObjects.ts"
import { hasRoomForThread } from "../access/ThreadRoom.ts"
import { commit, type EventLog, type NewEvent, type Outcome } from "../event/EventLog.ts"
import * as KnownEmojis from "../message/KnownEmojis.ts"
import * as LinkEmbeds from "../message/LinkEmbeds.ts"
import { referencedBy } from "../message/MessageViews.ts"
import { wakeInRoom } from "../message/ThreadWake.ts"
import * as Collections from "../store/Collections.ts"
import { cancel, type Handler, schedule } from "../store/Deadlines.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import * as KeptThreads from "../store/KeptThreads.ts"
import * as Retention from "../store/Retention.ts"
import { clockTime } from "../store/Transact.ts"
import * as ActivityInstances from "./ActivityInstances.ts"
import * as GatewayDelivery from "./GatewayDelivery.ts"
import * as Trace from "./Trace.ts"

/** The kind of deadline of interactions. */
export const DEADLINE_KIND = "interaction"

/** Stores a decision with its deadline and trace; its events go to the log, its reply to the caller. */
export const keep = function* <Reply>(
  decision: Decision<Reply>,
  before: ReadonlyArray<TraceLine> = [],
  emojis: KnownEmojis.Finding = KnownEmojis.NOTHING
) {
  const { record } = decision
  yield* Collections.interactions.put(record)
  yield* GatewayDelivery.forget(record)
  yield* reschedule(record)
  yield* ActivityInstances.keep(record)
  for (const message of decision.puts) yield* Retention.putMessage(message)
  for (const { channel_id, id } of decision.deletes) {
    yield* Retention.deleteMessage(channel_id, id)
    yield* KeptThreads.countDeleted(channel_id, 1)
  }
  const woken = yield* wakeThread(decision)
  const embedded = yield* embedding(decision)
  const [{ at } = { at: 0 }] = before
  const told = emojis.trace.map((line) => ({ at, ...line }))
  yield* Trace.append(record, [...before, ...told, ...decision.trace])
  const events = [...emojis.events, ...woken, ...decision.events, ...embedded]
  return { value: decision.reply, events } satisfies Outcome<Reply>
}

/** Judges the emojis of a body of the application, and gives what to tell of them. */
export const namingIn = function* (record: InteractionRecord, body: unknown, below: Path = []) {
  const application = yield* Collections.applications.get(record.application_id)
  const { guild_id, channel_id } = record
  return yield* KnownEmojis.judge({ user_id: application?.bot.id ?? null, guild_id, channel_id }, body, below)
}

/** The links of messages have embeds a moment later. */
const embedding = function* ({ record, puts }: Decision<unknown>) {
  const events: Array<NewEvent> = []
  for (const message of puts) {
    const after = yield* LinkEmbeds.made(message)
    if (after !== undefined) events.push(messageEvent("message.updated", after, record))
  }
  return events
}

/** A new message that everyone sees opens its thread; where the guild has no room for one more, it stays archived. */
const wakeThread = function* ({ record, puts, events }: Decision<unknown>) {
  const none: ReadonlyArray<NewEvent> = []
  const made = puts.find(({ id }) => events.some((e) => e.type === "message.created" && e.data.record.id === id))
  if (made === undefined || made.visible_to !== null || record.guild_id === null) return none
  const channel = yield* guildChannel(made.channel_id)
  if (channel === undefined || !isThread(channel)) return none
  const isShut = channel.archived === true && (channel.locked === true || !(yield* hasRoomForThread(channel)))
  if (isShut) return none
  return yield* wakeInRoom({ channel, author: made.message.author, may: () => false }, made.message, yield* clockTime)
}

/** Stores a new interaction, with the lines that led to it. Call `Deadlines.wakeBefore` after the commit. */
export const keepNew = function* (
  { record, puts, trace, events }: Decision<null>,
  before: ReadonlyArray<TraceLine>,
  after: ReadonlyArray<TraceLine>
) {
  yield* Collections.interactions.put(record)
  yield* reschedule(record)
  yield* ActivityInstances.keep(record)
  for (const message of puts) yield* Retention.putMessage(message)
  yield* Trace.begin(record, [...before, ...trace, ...after])
  return events
}

/** Moves the deadline to match the record: the end of the 3 s, of the 15 min, or none. */
const reschedule = function* (record: InteractionRecord) {
  const next = nextDeadline(record)
  const row = (due_ms: number) => ({
    name: Retention.deadlineOf(record),
    kind: DEADLINE_KIND,
    due_ms,
    payload: record.id
  })
  if (record.state !== "pending") yield* cancel(row(acknowledgeBy(record)))
  if (next !== null) yield* schedule(row(next))
  else yield* cancel(row(tokenEndsAt(record)))
}

/** The channel or user of an open interaction was deleted; `because` is one sentence for a developer. */
export class ContextGone extends Data.TaggedError("ContextGone")<{ readonly because: string }> {}

/** What an answer needs besides its interaction; `named` are the users in it. */
export const answerContext = function* (
  record: InteractionRecord,
  named: ReadonlyArray<Snowflake>,
  drawn: { readonly message_id: Snowflake; readonly now_ms: number }
) {
  const application = yield* Collections.applications.get(record.application_id)
  if (application === undefined) return yield* gone("application", record.application_id)
  const user = yield* Collections.users.get(record.user_id)
  if (user === undefined) return yield* gone("user", record.user_id)
  // Messages only exist in channels.
  const channel = yield* Collections.channels.get(record.channel_id)
  if (channel === undefined) return yield* gone("channel", record.channel_id)
  const mentionable = yield* mentionableIn(record, named)
  return {
    message_id: drawn.message_id,
    now_ms: drawn.now_ms,
    application,
    user: userObject(user),
    target: yield* targetIn(record),
    target_message: yield* targetMessageOf(record),
    mentionable,
    position: yield* nextPosition(channel)
  } satisfies AnswerContext
}

/** Undefined when there was no target, or it is gone. */
const targetIn = function* (record: InteractionRecord) {
  const id = targetUserOf(record)
  const [target] = id === undefined ? [] : yield* usersOf([id])
  return target
}

/** Only for the first answer, which refers to it. */
const targetMessageOf = (record: InteractionRecord) =>
  record.command?.type === CommandType.MESSAGE && record.callback_type === null
    ? messageOf(record, record.target_id)
    : Body.succeed(undefined)

const gone = (what: string, id: Snowflake) =>
  Effect.fail(new ContextGone({ because: `the ${what} ${id} of the interaction was deleted` }))

/** The message of the used component, if it still exists. */
export const sourceOf = (record: InteractionRecord | undefined) =>
  record === undefined ? Body.succeed(undefined) : messageOf(record, record.message_id)

/** The stored message of a path's id; completed if a world left fields out. */
export const messageOf = function* (record: InteractionRecord, messageId: Snowflake | undefined) {
  if (messageId === undefined) return undefined
  const found = yield* KeptMessages.get(record.channel_id, messageId)
  if (found === undefined || isComplete(found)) return found
  const application = yield* Collections.applications.get(record.application_id)
  return application === undefined ? found : complete(found, botObject(application))
}

/** A message of the application with the current message that it replies to. */
export const replyOf = function* (message: MessageObject, application: Application) {
  const to = referencedBy(message)
  const found = to === undefined ? undefined : yield* KeptMessages.get(to.channel_id, to.message_id)
  return withReferenced(message, found === undefined ? undefined : complete(found, botObject(application)).message)
}

const mentionableIn = function* (record: InteractionRecord, ids: ReadonlyArray<Snowflake>) {
  const users = yield* usersOf(ids)
  const roles = record.guild_id === null ? [] : yield* rolesOf(record.guild_id)
  const everyone = roles.find((role) => role.id === record.guild_id)
  return {
    users,
    roles: roles.map((role) => role.id),
    everyone: everyone !== undefined && has(BigInt(everyone.permissions), BITS.MENTION_EVERYONE)
  } satisfies Mentionable
}

/** Ends an interaction whose time is over, unless its state has moved on. */
const handler: Handler<EventLog | ServiceClock> = Effect.fnUntraced(function* (payload, due_ms, claim) {
  const now = Math.max(due_ms, yield* (yield* ServiceClock).now)
  yield* commit(function* () {
    if (!(yield* claim)) return { value: undefined, events: [] }
    const id = isSnowflake(payload) ? payload : "0"
    const record = yield* Collections.interactions.get(id)
    if (record === undefined) return { value: undefined, events: [] }
    return yield* keep(expire(record, now))
  })
})

/** For the layer of `Deadlines`. */
export const handlers = { [DEADLINE_KIND]: handler }
