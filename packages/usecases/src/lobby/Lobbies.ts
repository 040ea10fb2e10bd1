/** The server's calls about lobbies. Sources: service.md "Lobbies", "States and transitions"; decisions 39 to 41. */

import { formatTime } from "@backlot/domain/base/IsoTime"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as Event from "@backlot/domain/lobby/LobbyEvent"
import { isOfClients } from "@backlot/domain/lobby/LobbyJoin"
import * as Rules from "@backlot/domain/lobby/LobbyRules"
import * as State from "@backlot/domain/lobby/LobbyState"
import { memberObject } from "@backlot/domain/lobby/LobbyWire"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import type { LobbyMember } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { committing } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction, readNow, transact } from "../store/Transact.ts"
import * as LobbyStore from "./LobbyStore.ts"

/** A lobby, as an application names it. */
export interface LobbyAddress {
  readonly application_id: Snowflake
  readonly lobby_id: Snowflake
}

/** Fails for an unknown lobby. Called when a body was refused, because that error comes first (decision 24). */
export const admit = operation("Lobbies.admit", (address: LobbyAddress) =>
  inTransaction(() => LobbyStore.require(address.application_id, address.lobby_id))
)

export const get = operation("Lobbies.get", (address: LobbyAddress) =>
  inTransaction(() =>
    Body.flatMap(LobbyStore.require(address.application_id, address.lobby_id), (record) =>
      LobbyStore.lobbyObject(record)
    )
  )
)

/** Creates a lobby without a secret: clients can neither join nor leave it by themselves. */
export const create = operation(
  "Lobbies.create",
  Effect.fnUntraced(function* (application_id: Snowflake, sent: unknown) {
    const { draft, members = [] } = yield* Effect.fromResult(Rules.readLobby(sent))
    const drawn = { application_id, id: yield* (yield* Ids).next, now: yield* readNow }
    return yield* LobbyStore.change(function* () {
      yield* requireNew(members, application_id)
      const { record, memberships, events } = State.create(draft, members, drawn)
      yield* LobbyStore.putRecord(record, null)
      yield* putAll(memberships, [])
      return { record, value: yield* LobbyStore.lobbyObject(record, memberships), events }
    })
  })
)

/** Edits a lobby. An omitted field stays; given `members` replace the members. */
export const edit = operation(
  "Lobbies.edit",
  Effect.fnUntraced(function* ({ application_id, lobby_id }: LobbyAddress, sent: unknown) {
    const { draft, members } = yield* Effect.fromResult(Rules.readLobby(sent))
    return yield* LobbyStore.change(function* (now) {
      const before = yield* LobbyStore.require(application_id, lobby_id)
      const edited = State.edit(before, draft)
      const present = yield* LobbyStore.membersOf(lobby_id)
      const after = members === undefined ? undefined : yield* replace(edited.record, present, members, now)
      const record = after?.record ?? edited.record
      const events = [...edited.events, ...(after?.events ?? [])]
      yield* LobbyStore.keep({ record, events }, before)
      return { record, value: yield* LobbyStore.lobbyObject(record, after?.memberships ?? present), events }
    })
  })
)

/** Deletes a lobby. No error for an unknown lobby or another application's, which stays. */
export const remove = operation(
  "Lobbies.remove",
  committing(function* ({ application_id, lobby_id }: LobbyAddress) {
    const record = yield* Collections.lobbies.get(lobby_id)
    if (record === undefined || record.application_id !== application_id) return { value: undefined, events: [] }
    return { value: undefined, events: [Event.deleted(record, "deleted", yield* LobbyStore.remove(record))] }
  })
)

const replace = function* (
  record: LobbyRecord,
  present: ReadonlyArray<LobbyMembership>,
  members: ReadonlyArray<LobbyMember>,
  now: number
) {
  const there = new Set(present.map((member) => member.id))
  yield* requireNew(
    members.filter((member) => !there.has(member.id)),
    record.application_id
  )
  const replaced = State.replaceMembers(record, present, members, now)
  for (const gone of replaced.removed) yield* Collections.lobbyMembers.delete(gone.lobby_id, gone.id)
  yield* putAll(replaced.memberships, present)
  // In the order of the store.
  return { ...replaced, memberships: yield* LobbyStore.membersOf(record.id) }
}

/** Every user must exist and may join one more lobby, or the call fails. Our choice: docs/choices.md "Lobbies". */
const requireNew = function* (members: ReadonlyArray<LobbyMember>, applicationId: Snowflake) {
  yield* LobbyStore.requireUsers(members.map((member) => member.id))
  for (const member of members) yield* LobbyStore.requireRoomOf(member.id, applicationId)
}

const putAll = function* (memberships: ReadonlyArray<LobbyMembership>, present: ReadonlyArray<LobbyMembership>) {
  const known = new Map(present.map((membership) => [membership.id, membership]))
  for (const membership of memberships) {
    const before = known.get(membership.id)
    if (membership !== before) yield* Collections.lobbyMembers.put(membership, before ?? null)
  }
}

/** The lobbies of one application, or all, by id. */
export const list = operation("Lobbies.list", (applicationId?: Snowflake) =>
  transact(function* () {
    const records =
      applicationId === undefined
        ? yield* Collections.lobbies.list([])
        : yield* Collections.lobbies.by("application", applicationId)
    const members = yield* LobbyStore.allMembers
    return records.map((record) => seenLobby(record, members.get(record.id) ?? []))
  })
)

const seenLobby = (record: LobbyRecord, members: ReadonlyArray<LobbyMembership>) => ({
  id: record.id,
  application_id: record.application_id,
  metadata: record.metadata,
  flags: record.flags,
  idle_timeout_seconds: record.idle_timeout_seconds,
  idle_expires_at: record.idle_due_ms === null ? null : formatTime(record.idle_due_ms),
  by_client: isOfClients(record),
  linked_channel_id: record.linked_channel_id ?? null,
  members: members.map((member) => ({ ...memberObject(member), connected: member.connected === true }))
})
