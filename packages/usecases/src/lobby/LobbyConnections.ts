/**
 * Who is connected to which lobby. A member may be held connected by several sources at once, e.g. the control plane and
 * a session of the gateway: they are connected while at least one of them holds. Source: decision 41; product.md
 * "Control plane".
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownLobby, UnknownMember, UnknownUser } from "@backlot/domain/error/ServiceError"
import * as State from "@backlot/domain/lobby/LobbyState"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { EventLog } from "../event/EventLog.ts"
import { id } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { wakeFor } from "./LobbyIdle.ts"
import * as LobbyStore from "./LobbyStore.ts"

export interface LobbyConnection {
  readonly lobby_id: Snowflake
  readonly user_id: Snowflake
  /** What holds the connection. */
  readonly source: string
}

/** The source that the control plane is. */
export const CONTROL = "control"

/** Nothing happens when `source` holds it already. Fails for who is no member of the lobby. */
export const connect = Effect.fn("LobbyConnections.connect")((connection: LobbyConnection) =>
  change(connection, (record, membership) => State.connect(record, membership, connection.source))
)

/** Nothing happens when `source` does not hold it. With the last connected member the idle time of the lobby begins. */
export const disconnect = Effect.fn("LobbyConnections.disconnect")((connection: LobbyConnection) =>
  change(connection, (record, membership, now) => State.disconnect(record, membership, connection.source, now))
)

/** Ends what `source` holds in every lobby: for a source that did not live through a restart. */
export const disconnectAll = Effect.fnUntraced(function* (source: string) {
  const storage = yield* Storage
  const all = yield* storage.transaction(Collections.lobbyMembers.list([]))
  for (const { id: user_id, lobby_id, connected_by } of all) {
    if (connected_by?.includes(source) !== true) continue
    // Whoever is gone by now is not connected any more.
    yield* Effect.catchTags(disconnect({ user_id, lobby_id, source }), {
      UnknownLobby: () => Effect.void,
      UnknownMember: () => Effect.void,
      UnknownUser: () => Effect.void
    })
  }
})

type Decide = (record: LobbyRecord, membership: LobbyMembership, now: number) => State.MemberDecision

const change = Effect.fnUntraced(function* ({ lobby_id, user_id }: LobbyConnection, decide: Decide) {
  const now = yield* (yield* ServiceClock).now
  const log = yield* EventLog
  const after = yield* log.commit(
    Effect.gen(function* () {
      const user = yield* Collections.users.get(id(user_id))
      if (user === undefined) return yield* new UnknownUser()
      const record = yield* Collections.lobbies.get(id(lobby_id))
      if (record === undefined) return yield* new UnknownLobby()
      const membership = yield* LobbyStore.memberOf(lobby_id, user_id)
      if (membership === undefined) return yield* new UnknownMember()
      const decision = decide(record, membership, now)
      yield* LobbyStore.keepMember(decision, { record, membership })
      return { value: decision.record, events: decision.events }
    })
  )
  yield* wakeFor(after)
})
