/** Stores lobbies: a row per member, so that a change of one costs the same in every lobby. In a transaction. */

import { lobby as limits } from "@backlot/domain/base/Limits"
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { TooManyLobbies, TooManyLobbyMembers, UnknownLobby, UnknownUser } from "@backlot/domain/error/ServiceError"
import * as Event from "@backlot/domain/lobby/LobbyEvent"
import * as State from "@backlot/domain/lobby/LobbyState"
import * as Wire from "@backlot/domain/lobby/LobbyWire"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import type { Lobby, LobbyMember } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { channelObject, guildChannel } from "../access/ChannelObjects.ts"
import { commit, type EventLog, type Outcome } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { cancel, Deadlines, type Handler, schedule } from "../store/Deadlines.ts"
import * as Retention from "../store/Retention.ts"
import { readNow } from "../store/Transact.ts"

/** Why a lobby refuses a user. */
export const NO_MEMBER = "the user is no member of the lobby"

/** The kind of deadline that deletes an idle lobby. */
export const IDLE_KIND = "lobby_idle"

/** Puts a lobby of a world. Nobody is connected to it, so its idle time continues, or begins now. */
export const put = function* ({ members, idle_expires_at, ...lobby }: Lobby, nowMs: number) {
  const record = { ...lobby, member_count: members.length, connected_count: 0, idle_due_ms: idle_expires_at ?? null }
  yield* putRecord(idle_expires_at === undefined ? State.idleFrom(record, nowMs) : record, null)
  yield* Body.forEach(members, (member) => Collections.lobbyMembers.put(State.membershipOf(record, member), null))
}

/** Puts the record of a lobby and its deadline. `before` is the record that was read; null for a new one. */
export const putRecord = function* (after: LobbyRecord, before: LobbyRecord | null) {
  yield* moveDeadline(before, after)
  yield* Collections.lobbies.put(after, before)
}

/** Deletes a lobby with its members, messages and deadline. Gives the ids of the members. */
export const remove = function* (record: LobbyRecord) {
  yield* moveDeadline(record)
  const members = yield* membersOf(record.id)
  for (const member of members) yield* Collections.lobbyMembers.delete(record.id, member.id)
  yield* Collections.lobbies.delete(record.id)
  yield* Retention.deleteMessagesOf(record.id)
  return members.map((member) => member.id)
}

/** A lobby of the application. Another application's lobby is unknown. */
export const require = function* (applicationId: Snowflake, lobbyId: Snowflake) {
  const record = yield* Collections.lobbies.get(lobbyId)
  return record?.application_id === applicationId ? record : yield* new UnknownLobby()
}

/** The members of a lobby by id: one row each. */
export const membersOf = (lobbyId: Snowflake) => Collections.lobbyMembers.list([lobbyId])

/** One member, if the user is one. */
export const memberOf = (lobbyId: Snowflake, userId: Snowflake) => Collections.lobbyMembers.get(lobbyId, userId)

/** Stores a decision about a lobby. `before` is the record that was read; null for a new one. */
export const keep = ({ record }: State.LobbyDecision, before: LobbyRecord | null) =>
  record === before ? Body.void : putRecord(record, before)

/** Stores a decision about one member and their lobby. `before` are the rows that were read. */
export const keepMember = function* (
  decision: State.MemberDecision,
  before: { readonly record: LobbyRecord; readonly membership: LobbyMembership | undefined }
) {
  const { membership } = decision
  if (membership !== before.membership) yield* Collections.lobbyMembers.put(membership, before.membership ?? null)
  yield* keep(decision, before.record)
}

/** Removes one member. Gives the new record and the events. */
export const removeMember = function* (record: LobbyRecord, member: LobbyMembership, nowMs: number) {
  yield* Collections.lobbyMembers.delete(record.id, member.id)
  const decision = State.removeMember(record, member, nowMs)
  yield* keep(decision, record)
  return decision
}

/** The lobby with its members, as a world shows it. */
export const withMembers = function* (record: LobbyRecord) {
  return toLobby(record, yield* membersOf(record.id))
}

/** All lobbies with their members, as a world shows them. */
export const all: Body.Body<ReadonlyArray<Lobby>> = Body.gen(function* () {
  const records = yield* Collections.lobbies.list([])
  const members = yield* allMembers
  return records.map((record) => toLobby(record, members.get(record.id) ?? []))
})

/** All members, by the ids of their lobbies. */
export const allMembers = Body.map(Collections.lobbyMembers.list([]), (members) =>
  Map.groupBy(members, ({ lobby_id }) => lobby_id)
)

/** The lobbies that a user is a member of, of one application or of all. */
export const ofUser = function* (userId: Snowflake, applicationId?: Snowflake) {
  const key = applicationId === undefined ? [userId] : [userId, applicationId]
  const memberships = yield* Collections.lobbyMembers.firstBy("user", key)
  return yield* Collections.lobbies.existing(memberships.map(({ lobby_id }) => [lobby_id]))
}

const toLobby = (
  { member_count: _, connected_count: __, idle_due_ms, ...lobby }: LobbyRecord,
  members: ReadonlyArray<LobbyMembership>
): Lobby => ({
  ...lobby,
  ...(idle_due_ms === null ? {} : { idle_expires_at: idle_due_ms }),
  members: members.map(({ lobby_id: _, application_id: __, connected: ___, connected_by: ____, ...member }) => member)
})

const moveDeadline = function* (before: LobbyRecord | null, after?: LobbyRecord) {
  const from = before?.idle_due_ms ?? null
  const to = after?.idle_due_ms ?? null
  if (from === to) return
  if (before !== null && from !== null) yield* cancel(deadline(before.id, from))
  if (after !== undefined && to !== null) yield* schedule(deadline(after.id, to))
}

const deadline = (lobbyId: Snowflake, due_ms: number) => ({
  name: `lobby/${lobbyId}`,
  kind: IDLE_KIND,
  due_ms,
  payload: lobbyId
})

/** Fails unless every id is that of a user; a bot is no user. */
export const requireUsers = function* (userIds: ReadonlyArray<Snowflake>) {
  const users = yield* Collections.users.getMany(userIds.map((userId) => [userId]))
  if (users.some((user) => user === undefined)) return yield* new UnknownUser()
}

/** Fails when the user is in 100 lobbies of the application. */
export const requireRoomOf = function* (userId: Snowflake, applicationId: Snowflake) {
  const max = limits.lobbiesPerUser
  if ((yield* lobbiesOf(userId, applicationId)) >= max) return yield* new TooManyLobbies({ max })
}

/** Fails when the lobby has 1,000 members, or the user is in 100 lobbies of its application. */
export const requireRoom = function* (record: LobbyRecord, userId: Snowflake) {
  const max = limits.members
  if (record.member_count >= max) return yield* new TooManyLobbyMembers({ max })
  yield* requireRoomOf(userId, record.application_id)
}

const lobbiesOf = (userId: Snowflake, applicationId: Snowflake) =>
  Collections.lobbyMembers.count("user", userId, applicationId)

/** Reads `members` unless they are given. */
export const lobbyObject = function* (record: LobbyRecord, members?: ReadonlyArray<LobbyMember>) {
  const { linked_channel_id } = record
  const channel = linked_channel_id === undefined ? undefined : yield* guildChannel(linked_channel_id)
  return Wire.lobbyObject(record, members ?? (yield* membersOf(record.id)), channel && (yield* channelObject(channel)))
}

/**
 * Commits a change of a lobby, which may be idle after it. A deadline that is over then, after a change of the idle
 * time-out, completes before the change answers; else the next request might or might not find the lobby.
 */
export const change = Effect.fnUntraced(function* <Y extends Body.Step, A>(
  body: (now: number) => Iterable<Y, Outcome<A> & Pick<State.LobbyDecision, "record">, unknown>
) {
  const { value, record } = yield* commit(function* (now) {
    const { record, value, events } = yield* body(now)
    return { value: { record, value }, events }
  })
  if (record.idle_due_ms === null) return value
  const deadlines = yield* Deadlines
  const now = yield* readNow
  yield* record.idle_due_ms <= now ? deadlines.runDue : deadlines.wakeBefore(record.idle_due_ms)
  return value
})

/** Ignores a lobby that is gone, or whose idle time has moved on. */
const handler: Handler<EventLog | ServiceClock> = Effect.fnUntraced(function* (payload, due_ms, claim) {
  yield* commit(function* () {
    if (!(yield* claim)) return { value: undefined, events: [] }
    const record = isSnowflake(payload) ? yield* Collections.lobbies.get(payload) : undefined
    if (record === undefined || !State.isOver(record, due_ms)) return { value: undefined, events: [] }
    return { value: undefined, events: [Event.deleted(record, "idle", yield* remove(record))] }
  })
})

/** For the layer of `Deadlines`. */
export const handlers = { [IDLE_KIND]: handler }
