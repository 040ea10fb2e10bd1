/**
 * The connections of members to lobbies. Several sources, such as the control plane and a gateway session, can hold a
 * member connected: they are connected while at least one does. Source: decision 41; product.md "Control plane".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownLobby, UnknownMember, UnknownUser } from "@backlot/domain/error/ServiceError"
import * as State from "@backlot/domain/lobby/LobbyState"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { Effect } from "effect"
import { commit } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { existing, inTransaction } from "../store/Transact.ts"
import * as LobbyStore from "./LobbyStore.ts"

export interface LobbyConnection {
  readonly lobby_id: Snowflake
  readonly user_id: Snowflake
  /** The holder of the connection. */
  readonly source: string
}

/** The source of the control plane. */
export const CONTROL = "control"

/** No change if `source` holds the connection already. Fails for a user who is no member of the lobby. */
export const connect = Effect.fn("LobbyConnections.connect")((connection: LobbyConnection) =>
  change(connection, (record, membership) => State.connect(record, membership, connection.source))
)

/** No change if `source` does not hold the connection. The idle time of the lobby begins with its last connection. */
export const disconnect = Effect.fn("LobbyConnections.disconnect")((connection: LobbyConnection) =>
  change(connection, (record, membership, now) => State.disconnect(record, membership, connection.source, now))
)

/** Ends all connections of `source`, for a source that did not survive a restart. */
export const disconnectAll = Effect.fnUntraced(function* (source: string) {
  const all = yield* inTransaction(Collections.lobbyMembers.list([]))
  for (const { id: user_id, lobby_id, connected_by } of all) {
    if (connected_by?.includes(source) !== true) continue
    // A deleted member is not connected.
    yield* Effect.catchTags(disconnect({ user_id, lobby_id, source }), {
      UnknownLobby: () => Effect.void,
      UnknownMember: () => Effect.void,
      UnknownUser: () => Effect.void
    })
  }
})

type Decide = (record: LobbyRecord, membership: LobbyMembership, now: number) => State.MemberDecision

const change = Effect.fnUntraced(function* ({ lobby_id, user_id }: LobbyConnection, decide: Decide) {
  const after = yield* commit(function* (now) {
    yield* existing(Collections.users.get(user_id), UnknownUser)
    const record = yield* existing(Collections.lobbies.get(lobby_id), UnknownLobby)
    const membership = yield* existing(LobbyStore.memberOf(lobby_id, user_id), UnknownMember)
    const decision = decide(record, membership, now)
    yield* LobbyStore.keepMember(decision, { record, membership })
    return { value: decision.record, events: decision.events }
  })
  yield* LobbyStore.wakeFor(after)
})
