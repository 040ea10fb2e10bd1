/**
 * Who takes part in a thread, over REST and for people: list, join, leave, add, remove. Source: official OpenAPI document,
 * thread members; the platform's documentation of threads.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { thread as limits } from "@backlot/domain/base/ThreadLimits"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { threadMemberObject } from "@backlot/domain/guild/ChannelWire"
import * as Membership from "@backlot/domain/guild/ThreadMembership"
import { unknownUser } from "@backlot/domain/guild/UserWire"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import * as Notice from "@backlot/domain/message/ChannelNotice"
import type { MessageRecord } from "@backlot/domain/message/Message"
import { isPrivate, isThreadMember } from "@backlot/domain/permission/Place"
import { type GuildChannel, isDirect, isThread, type ThreadMember } from "@backlot/domain/record/World"
import type * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { accounts, botsOf, memberObjects } from "../access/Accounts.ts"
import type { ChannelAddress } from "../access/BotEntry.ts"
import { nextPosition } from "../access/ChannelObjects.ts"
import type { UserAddress } from "../access/UserPlace.ts"
import { commit, type NewEvent, type Outcome } from "../event/EventLog.ts"
import * as Speaker from "../message/Speaker.ts"
import { seeing } from "../message/ThreadWake.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptThreads from "../store/KeptThreads.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { inTransaction } from "../store/Transact.ts"
import { requireMemberIntent } from "./Members.ts"

/** Which members: with their members of the guild they come in pages, without they all come. */
export interface MemberPage {
  readonly with_member: boolean
  readonly limit: number
  readonly after: Snowflake | undefined
}

/** By user id. Needs the intent GUILD_MEMBERS. */
export const list = operation("ThreadMembers.list", (address: ChannelAddress, page: MemberPage) =>
  inTransaction(function* () {
    const { channel } = yield* threadOf(() => Speaker.ofBot(address))
    yield* requireMemberIntent(address.application)
    const { with_member, limit, after } = page
    const all = Membership.byUser(channel)
    if (!with_member) return yield* shown(channel, all, false)
    const behind = after === undefined ? all : all.filter(({ user_id }) => BigInt(user_id) > BigInt(after))
    return yield* shown(channel, behind.slice(0, limit), true)
  })
)

export const get = operation("ThreadMembers.get", (address: ChannelAddress, userId: Snowflake, withMember: boolean) =>
  inTransaction(function* () {
    const { channel } = yield* threadOf(() => Speaker.ofBot(address))
    const [found] = yield* shown(
      channel,
      (channel.members ?? []).filter(({ user_id }) => user_id === userId),
      withMember
    )
    return found ?? (yield* new ServiceError.UnknownMember())
  })
)

export const join = operation("ThreadMembers.join", (address: ChannelAddress) => joining(() => Speaker.ofBot(address)))
export const leave = operation("ThreadMembers.leave", (address: ChannelAddress) =>
  leaving(() => Speaker.ofBot(address))
)
export const joinOfUser = operation("ThreadMembers.joinOfUser", (address: UserAddress) =>
  joining(() => Speaker.ofUser(address))
)
export const leaveOfUser = operation("ThreadMembers.leaveOfUser", (address: UserAddress) =>
  leaving(() => Speaker.ofUser(address))
)

/** Needs the right to write there; in a private thread that is not invitable its owner, or MANAGE_THREADS. */
export const add = operation("ThreadMembers.add", (address: ChannelAddress, userId: Snowflake) =>
  adding(() => Speaker.ofBot(address), userId)
)
export const addOfUser = operation("ThreadMembers.addOfUser", (address: UserAddress, userId: Snowflake) =>
  adding(() => Speaker.ofUser(address), userId)
)

/** Needs MANAGE_THREADS; the owner of a private thread needs no right. */
export const remove = operation("ThreadMembers.remove", (address: ChannelAddress, userId: Snowflake) =>
  removing(() => Speaker.ofBot(address), userId)
)
export const removeOfUser = operation("ThreadMembers.removeOfUser", (address: UserAddress, userId: Snowflake) =>
  removing(() => Speaker.ofUser(address), userId)
)

const joining = <Y extends Body.Step>(enter: Speaker.Entering<Y>) =>
  commit(function* (now) {
    const { speaker, channel } = yield* awakeThread(enter)
    return yield* changed(channel, yield* withMember(channel, speaker.author.id, now))
  })

const leaving = <Y extends Body.Step>(enter: Speaker.Entering<Y>) =>
  commit(function* () {
    const { speaker, channel } = yield* awakeThread(enter)
    return yield* changed(channel, Membership.withoutThreadMember(channel, speaker.author.id))
  })

const adding = <Y extends Body.Step>(enter: Speaker.Entering<Y>, userId: Snowflake) =>
  noticed(function* (id, now) {
    const { speaker, channel } = yield* awakeThread(enter)
    yield* Speaker.require(speaker, "SEND_MESSAGES_IN_THREADS")
    const isOpen = !isPrivate(channel) || channel.invitable !== false || channel.owner_id === speaker.author.id
    if (!isOpen) yield* Speaker.require(speaker, "MANAGE_THREADS")
    const user = (yield* accounts([userId])).get(userId)
    if (user === undefined) return yield* new ServiceError.UnknownUser()
    if ((yield* Collections.members.get(channel.guild_id, userId)) === undefined)
      return yield* new ServiceError.UnknownMember()
    if ((yield* seeing(channel, [userId])).length === 0) {
      const because = `${user.username} lacks VIEW_CHANNEL in the channel of the thread`
      return yield* new ServiceError.MissingAccess({ because })
    }
    const after = yield* withMember(channel, userId, now)
    const position = yield* nextPosition(channel)
    const notice = Notice.recipientAdded({ id, now_ms: now, author: speaker.author, position }, channel.id, user)
    return yield* told(yield* changed(channel, after), channel, notice)
  })

const removing = <Y extends Body.Step>(enter: Speaker.Entering<Y>, userId: Snowflake) =>
  noticed(function* (id, now) {
    const { speaker, channel } = yield* awakeThread(enter)
    if (!isPrivate(channel) || channel.owner_id !== speaker.author.id) yield* Speaker.require(speaker, "MANAGE_THREADS")
    if (!isThreadMember(channel, userId)) return yield* new ServiceError.UnknownMember()
    const [user = unknownUser(userId)] = (yield* accounts([userId])).values()
    const position = yield* nextPosition(channel)
    const notice = Notice.recipientRemoved({ id, now_ms: now, author: speaker.author, position }, channel.id, user)
    return yield* told(yield* changed(channel, Membership.withoutThreadMember(channel, userId)), channel, notice)
  })

/** With the id of a message of the service, drawn before the transaction. */
const noticed = <Y extends Body.Step, A>(body: (id: Snowflake, now: number) => Iterable<Y, Outcome<A>, unknown>) =>
  Effect.flatMap(Ids, (ids) => Effect.flatMap(ids.next, (id) => commit((now) => body(id, now))))

/** The service writes into the thread whom somebody else added or removed. */
const told = function* (done: Outcome<undefined>, { guild_id }: GuildChannel, notice: MessageRecord) {
  const { author, mentions } = notice.message
  if (done.events.length === 0 || mentions.some((user) => user.id === author.id)) return done
  yield* Retention.putMessage(notice)
  return { ...done, events: [...done.events, messageEvent("message.created", notice, { guild_id })] }
}

/** Fails with 30033 in a full thread. */
const withMember = function* (channel: GuildChannel, userId: Snowflake, now: number) {
  const after = Membership.withThreadMember(channel, userId, now)
  if (after !== channel && !Membership.hasThreadRoom(channel))
    return yield* new ServiceError.TooManyThreadMembers({ max: limits.members })
  return after
}

const changed = function* (before: GuildChannel, after: GuildChannel) {
  if (after !== before) yield* KeptThreads.put(after, before)
  const events: ReadonlyArray<NewEvent> = after === before ? [] : Membership.threadChanged(before, after)
  return { value: undefined, events } satisfies Outcome<undefined>
}

const threadOf = function* <Y extends Body.Step>(enter: Speaker.Entering<Y>) {
  const speaker = yield* enter()
  const { channel } = speaker
  if (isDirect(channel)) return yield* new ServiceError.NotInDirect()
  if (!isThread(channel)) return yield* new ServiceError.WrongChannelType()
  return { speaker, channel }
}

const awakeThread = function* <Y extends Body.Step>(enter: Speaker.Entering<Y>) {
  const there = yield* threadOf(enter)
  yield* Speaker.requireAwake(there.speaker)
  return there
}

/** Whoever is no member of the guild any more has no field `member`. */
const shown = function* (channel: GuildChannel, members: ReadonlyArray<ThreadMember>, withMember: boolean) {
  if (!withMember) return members.map((member) => threadMemberObject(channel, member))
  const found = yield* Collections.members.existing(members.map(({ user_id }) => [channel.guild_id, user_id]))
  const objects = yield* memberObjects(found, yield* botsOf(channel.guild_id))
  const byUser = new Map(found.map(({ user_id }, i) => [user_id, objects[i]]))
  return members.map((member) => threadMemberObject(channel, member, byUser.get(member.user_id)))
}
