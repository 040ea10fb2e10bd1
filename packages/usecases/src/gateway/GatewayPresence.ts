/**
 * Users with an open client session count as connected to their lobbies of its application. Sources: decision 41;
 * wire-rest.md §6.3.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { connect, disconnect, disconnectAll, type LobbyConnection } from "../lobby/LobbyConnections.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"

/** Ours: all sessions of a user together are one source. */
const SOURCE = "gateway"

/** To be run before sessions begin: none lived through the end of the process before. The idle time begins now. */
export const clear = disconnectAll(SOURCE)

export interface Presence {
  readonly application_id: Snowflake
  readonly user_id: Snowflake
  /** One lobby that they just joined; absent is all that they are in. */
  readonly lobby_id?: Snowflake | undefined
}

/** Brings the user's lobbies in line with whether they have an open session, which is asked for each anew. */
export const follow = Effect.fn("GatewayPresence.follow")(function* (
  { application_id, user_id, lobby_id }: Presence,
  isOpen: () => boolean
) {
  const storage = yield* Storage
  const lobbies =
    lobby_id === undefined
      ? (yield* storage.transaction(LobbyStore.ofUser(user_id, application_id))).map(({ id }) => id)
      : [lobby_id]
  for (const lobby_id of lobbies) {
    const connection: LobbyConnection = { lobby_id, user_id, source: SOURCE }
    yield* Effect.catchTags(isOpen() ? connect(connection) : disconnect(connection), GONE)
  }
})

/** Whoever left meanwhile is not connected any more. */
const gone = () => Effect.void
const GONE = { UnknownLobby: gone, UnknownMember: gone, UnknownUser: gone }
