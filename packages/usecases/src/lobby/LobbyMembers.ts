/**
 * The server's calls about lobby members. A call about one member costs the same in every lobby: none reads the list.
 * Sources: service.md "Lobbies", "States and transitions"; wire-rest.md §6.3; decisions 39, 40.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import {
  MissingPermissions,
  type TooManyLobbies,
  type TooManyLobbyMembers,
  UnknownLobby,
  UnknownMember,
  UnknownUser
} from "@backlot/domain/error/ServiceError"
import type { LobbyEvent } from "@backlot/domain/lobby/LobbyEvent"
import * as Join from "@backlot/domain/lobby/LobbyJoin"
import * as Rules from "@backlot/domain/lobby/LobbyRules"
import * as State from "@backlot/domain/lobby/LobbyState"
import { memberObject } from "@backlot/domain/lobby/LobbyWire"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import type { LobbyMember } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { commit } from "../event/EventLog.ts"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, readNow } from "../store/Transact.ts"
import type { LobbyAddress } from "./Lobbies.ts"
import type { LobbyCaller, LobbyPerson } from "./LobbyEntry.ts"
import * as LobbyStore from "./LobbyStore.ts"

export interface MemberAddress extends LobbyAddress {
  readonly user_id: Snowflake
}

/** Adds a member or replaces one: an omitted field is reset. */
export const put = operation(
  "LobbyMembers.put",
  Effect.fnUntraced(function* ({ application_id, lobby_id, user_id }: MemberAddress, sent: unknown) {
    const member = yield* Effect.fromResult(Rules.readMember(sent, user_id))
    return yield* commit(function* () {
      const record = yield* LobbyStore.require(application_id, lobby_id)
      yield* LobbyStore.requireUsers([user_id])
      const { membership, events } = yield* putOne(record, member)
      return { value: memberObject(membership), events }
    })
  })
)

/** Removes a member. Fails for an unknown lobby; no error if the user is no member. */
export const remove = operation("LobbyMembers.remove", ({ application_id, lobby_id, user_id }: MemberAddress) =>
  LobbyStore.change(function* (now) {
    const record = yield* LobbyStore.require(application_id, lobby_id)
    return { value: undefined, ...(yield* removeOne(record, user_id, now)) }
  })
)

/**
 * Puts and removes up to 25 members. An unknown user fails the whole call; a user beyond a limit is dropped silently.
 * Removals come first. Gives the members that were put, in the order of the list. Our choice: docs/choices.md
 * "Lobbies".
 */
export const bulk = operation(
  "LobbyMembers.bulk",
  Effect.fnUntraced(function* ({ application_id, lobby_id }: LobbyAddress, sent: unknown) {
    const asked = yield* Effect.fromResult(Rules.readBulk(sent))
    return yield* LobbyStore.change(function* (now) {
      let record = yield* LobbyStore.require(application_id, lobby_id)
      yield* LobbyStore.requireUsers([...asked.removed, ...asked.put.map((member) => member.id)])
      const members: Array<LobbyMember> = []
      const events: Array<LobbyEvent> = []
      for (const userId of asked.removed) {
        const decision = yield* removeOne(record, userId, now)
        record = decision.record
        events.push(...decision.events)
      }
      for (const member of asked.put) {
        const decision = yield* Body.orElse(putOne(record, member), nobody)
        if (decision === undefined) continue
        record = decision.record
        events.push(...decision.events)
        members.push(memberObject(decision.membership))
      }
      return { record, value: members, events }
    })
  })
)

/** Puts one member. Fails when they are new and a limit is reached. Inside a transaction. */
const putOne = function* (record: LobbyRecord, member: LobbyMember) {
  const membership = yield* LobbyStore.memberOf(record.id, member.id)
  if (membership === undefined) yield* LobbyStore.requireRoom(record, member.id)
  const decision = State.putMember(record, membership, member)
  yield* LobbyStore.keepMember(decision, { record, membership })
  return decision
}

/** Removes one member, if they are one. Inside `LobbyStore.change`. */
const removeOne = function* (record: LobbyRecord, userId: Snowflake, nowMs: number) {
  const membership = yield* LobbyStore.memberOf(record.id, userId)
  if (membership === undefined) return { record, events: [] } satisfies State.LobbyDecision
  return yield* LobbyStore.removeMember(record, membership, nowMs)
}

const nobody = (_: TooManyLobbies | TooManyLobbyMembers) => Body.succeed(undefined)

// The connections of members to lobbies. Several sources, such as the control plane and a gateway session, can hold a
// member connected: they are connected while at least one does. Source: decision 41; product.md "Control plane".

export interface LobbyConnection {
  readonly lobby_id: Snowflake
  readonly user_id: Snowflake
  /** The holder of the connection. */
  readonly source: string
}

/** The source of the control plane. */
export const CONTROL = "control"

/** No change if `source` holds the connection already. Fails for a user who is no member of the lobby. */
export const connect = operation("LobbyMembers.connect", (connection: LobbyConnection) =>
  change(connection, (record, membership) => State.connect(record, membership, connection.source))
)

/** No change if `source` does not hold the connection. The idle time of the lobby begins with its last connection. */
export const disconnect = operation("LobbyMembers.disconnect", (connection: LobbyConnection) =>
  change(connection, (record, membership, now) => State.disconnect(record, membership, connection.source, now))
)

/** Ends all connections of sources that did not survive a restart. */
export const disconnectAll = Effect.fnUntraced(function* (isOver: (source: string) => boolean) {
  const all = yield* inTransaction(() => Collections.lobbyMembers.list([]))
  for (const { id: user_id, lobby_id, connected_by } of all) {
    for (const source of connected_by?.filter(isOver) ?? [])
      yield* Effect.catchTags(disconnect({ user_id, lobby_id, source }), GONE)
  }
})

const gone = () => Effect.void
/** For `Effect.catchTags`: a user who left meanwhile is not connected. */
export const GONE = { UnknownLobby: gone, UnknownMember: gone, UnknownUser: gone }

type Decide = (record: LobbyRecord, membership: LobbyMembership, now: number) => State.MemberDecision

const change = ({ lobby_id, user_id }: LobbyConnection, decide: Decide) =>
  LobbyStore.change(function* (now) {
    yield* existing(Collections.users.get(user_id), UnknownUser)
    const record = yield* existing(Collections.lobbies.get(lobby_id), UnknownLobby)
    const membership = yield* existing(LobbyStore.memberOf(lobby_id, user_id), UnknownMember)
    const decision = decide(record, membership, now)
    yield* LobbyStore.keepMember(decision, { record, membership })
    return { ...decision, value: undefined }
  })

// Joins a lobby by its secret, creating it if there is none, and leaves it. A bot finds or creates the lobby without
// joining; joining connects nobody. Sources: service.md "Lobbies"; wire-rest.md §6.1, §6.3. Our choice: docs/choices.md
// "Lobbies".

interface Drawn {
  readonly id: Snowflake
  readonly application_id: Snowflake
  readonly now: number
  /** SHA-256 of the secret. The secret itself is not stored. */
  readonly secret_hash: string
  /** The hash for a lobby whose secret has expired. */
  readonly spent: string
}

/** The lobby of the secret, with the caller as a member. */
export const createOrJoin = operation(
  "LobbyMembers.createOrJoin",
  Effect.fnUntraced(function* ({ application, user_id }: LobbyCaller, sent: unknown) {
    const draft = yield* Effect.fromResult(Join.decodeJoin(sent))
    const { sha256, hex } = yield* Secrets
    const drawn: Drawn = {
      id: yield* (yield* Ids).next,
      application_id: application.id,
      now: yield* readNow,
      secret_hash: sha256(draft.secret),
      spent: sha256(yield* hex(64))
    }
    return yield* LobbyStore.change(function* () {
      if (user_id !== null) yield* LobbyStore.requireUsers([user_id])
      const known = yield* bySecret(drawn)
      const { record, events } =
        known === undefined ? yield* openNew(draft, user_id, drawn) : yield* joinKnown(known, draft, user_id)
      return { record, value: yield* LobbyStore.lobbyObject(record), events }
    })
  })
)

/**
 * Leaves a lobby. No error for a user who is no member. A member of a lobby that a server created cannot leave (50013).
 * A lobby without members is deleted after its idle time. Our choice: docs/choices.md "Lobbies".
 */
export const leave = operation("LobbyMembers.leave", ({ application, user_id }: LobbyPerson, lobbyId: Snowflake) =>
  LobbyStore.change(function* (now) {
    const lobby = yield* LobbyStore.require(application.id, lobbyId)
    const member = yield* LobbyStore.memberOf(lobbyId, user_id)
    if (member !== undefined && !Join.isOfClients(lobby))
      return yield* new MissingPermissions({ because: "members cannot leave a lobby that a server created" })
    return { value: undefined, ...(yield* removeOne(lobby, user_id, now)) }
  })
)

/** The lobby of the secret. Removes an expired secret from its lobby. */
const bySecret = function* ({ application_id, secret_hash, spent, now }: Drawn) {
  const [known] = yield* Collections.lobbies.by("secret", application_id, text(secret_hash))
  if (known === undefined || Join.isOpen(known, now)) return known
  yield* LobbyStore.putRecord(Join.retired(known, spent), known)
  return undefined
}

const openNew = function* (draft: Join.JoinDraft, userId: Snowflake | null, drawn: Drawn) {
  if (userId !== null) yield* LobbyStore.requireRoomOf(userId, drawn.application_id)
  const made = Join.open(draft, userId, drawn)
  yield* LobbyStore.putRecord(made.record, null)
  for (const membership of made.memberships) yield* Collections.lobbyMembers.put(membership, null)
  return made
}

const joinKnown = function* (before: LobbyRecord, draft: Join.JoinDraft, userId: Snowflake | null) {
  const edited = State.edit(before, draft.lobby)
  yield* LobbyStore.keep(edited, before)
  if (userId === null) return edited
  const member = (yield* LobbyStore.memberOf(before.id, userId)) ?? { id: userId, metadata: null, flags: 0 }
  const put = yield* putOne(edited.record, Join.memberOf(draft, member))
  return { record: put.record, events: [...edited.events, ...put.events] }
}
