/** Users with an open client session are connected to their lobbies. Sources: decision 41; wire-rest.md §6.3. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Servers } from "@backlot/ports/Servers"
import { Effect } from "effect"
import { connect, disconnect, disconnectAll, GONE, type LobbyConnection } from "../lobby/LobbyMembers.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"

/** All sessions of a user at one server together are one source of connections. Our choice: docs/choices.md "Lobbies". */
const GATEWAY = "gateway"

const sourceOf = (server: string): string => (server === "" ? GATEWAY : `${GATEWAY} ${server}`)

const serverOf = (source: string): string | undefined =>
  source === GATEWAY || source.startsWith(`${GATEWAY} `) ? source.slice(GATEWAY.length + 1) : undefined

/** Ends the connections of servers that have ended. Idle times start now. */
export const clear = (hasEnded: (server: string) => boolean) =>
  disconnectAll((source) => {
    const server = serverOf(source)
    return server !== undefined && hasEnded(server)
  })

export interface Presence {
  readonly application_id: Snowflake
  readonly user_id: Snowflake
  /** One lobby that the user just joined; absent for all of the user's lobbies. */
  readonly lobby_id?: Snowflake | undefined
}

/** Connects the user in their lobbies while a session is open, else disconnects them. Asks `isOpen` each time. */
export const follow = operation(
  "GatewayPresence.follow",
  Effect.fnUntraced(function* ({ application_id, user_id, lobby_id }: Presence, isOpen: () => boolean) {
    const lobbies =
      lobby_id === undefined
        ? (yield* inTransaction(() => LobbyStore.ofUser(user_id, application_id))).map(({ id }) => id)
        : [lobby_id]
    const source = sourceOf((yield* Servers).self)
    for (const lobby_id of lobbies) {
      const connection: LobbyConnection = { lobby_id, user_id, source }
      yield* Effect.catchTags(isOpen() ? connect(connection) : disconnect(connection), GONE)
    }
  })
)
