/**
 * The server's side of the members of lobbies. Whatever is asked of one member costs the same in every lobby: no list of
 * them is read. Sources: service.md "Lobbies", "States and transitions"; wire-rest.md §6.3; decisions 39, 40.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { LobbyEvent } from "@backlot/domain/lobby/LobbyEvent"
import * as Rules from "@backlot/domain/lobby/LobbyRules"
import * as State from "@backlot/domain/lobby/LobbyState"
import { type LobbyMemberObject, memberObject } from "@backlot/domain/lobby/LobbyWire"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import type { LobbyMember } from "@backlot/domain/record/World"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { EventLog } from "../event/EventLog.ts"
import type { LobbyAddress } from "./Lobbies.ts"
import * as LobbyAdmission from "./LobbyAdmission.ts"
import { wakeFor } from "./LobbyIdle.ts"
import * as LobbyStore from "./LobbyStore.ts"

export interface MemberAddress extends LobbyAddress {
  readonly user_id: Snowflake
}

/** Adds the user, or says everything of a member anew: an omitted field is reset. */
export const put = Effect.fn("LobbyMembers.put")(function* (
  { application_id, lobby_id, user_id }: MemberAddress,
  sent: unknown
) {
  const member = yield* Effect.fromResult(Rules.readMember(sent, user_id))
  const log = yield* EventLog
  return yield* log.commit(
    Effect.gen(function* () {
      const record = yield* LobbyStore.require(application_id, lobby_id)
      yield* LobbyAdmission.requireUsers([user_id])
      const { membership, events } = yield* putOne(record, member)
      return { value: memberObject(membership), events }
    })
  )
})

/** Fails where there is no such lobby; safe if the user is no longer a member. */
export const remove = Effect.fn("LobbyMembers.remove")(function* ({
  application_id,
  lobby_id,
  user_id
}: MemberAddress) {
  const now = yield* (yield* ServiceClock).now
  const log = yield* EventLog
  const left = yield* log.commit(
    Effect.gen(function* () {
      const record = yield* LobbyStore.require(application_id, lobby_id)
      const { record: value, events } = yield* removeOne(record, user_id, now)
      return { value, events }
    })
  )
  yield* wakeFor(left)
})

/**
 * Puts and removes up to 25 members; an unknown user fails the whole call, and a user for whom there is no room is
 * dropped silently. Ours: removals come first. Gives the members that were put, in the order of the list.
 */
export const bulk = Effect.fn("LobbyMembers.bulk")(function* (
  { application_id, lobby_id }: LobbyAddress,
  sent: unknown
) {
  const asked = yield* Effect.fromResult(Rules.readBulk(sent))
  const now = yield* (yield* ServiceClock).now
  const log = yield* EventLog
  const made = yield* log.commit(
    Effect.gen(function* () {
      let record = yield* LobbyStore.require(application_id, lobby_id)
      yield* LobbyAdmission.requireUsers([...asked.removed, ...asked.put.map((member) => member.id)])
      const members: Array<LobbyMemberObject> = []
      const events: Array<LobbyEvent> = []
      for (const userId of asked.removed) {
        const decision = yield* removeOne(record, userId, now)
        record = decision.record
        events.push(...decision.events)
      }
      for (const member of asked.put) {
        const decision = yield* Effect.catchTags(putOne(record, member), NOBODY)
        if (decision === undefined) continue
        record = decision.record
        events.push(...decision.events)
        members.push(memberObject(decision.membership))
      }
      return { value: { record, members }, events }
    })
  )
  yield* wakeFor(made.record)
  return made.members
})

/** Puts one member, for whom there must be room unless they are one already. Inside a transaction. */
export const putOne = Effect.fnUntraced(function* (record: LobbyRecord, member: LobbyMember) {
  const membership = yield* LobbyStore.memberOf(record.id, member.id)
  if (membership === undefined) yield* LobbyAdmission.requireRoom(record, member.id)
  const decision = State.putMember(record, membership, member)
  yield* LobbyStore.keepMember(decision, { record, membership })
  return decision
})

/** Takes one member away, if they are one. Inside a transaction; `LobbyIdle.wakeFor` the record after it. */
export const removeOne = Effect.fnUntraced(function* (record: LobbyRecord, userId: Snowflake, nowMs: number) {
  const membership = yield* LobbyStore.memberOf(record.id, userId)
  if (membership === undefined) return { record, events: [] } satisfies State.LobbyDecision
  return yield* LobbyStore.removeMember(record, membership, nowMs)
})

const nobody = () => Effect.succeed(undefined)
const NOBODY = { TooManyLobbies: nobody, TooManyLobbyMembers: nobody }
