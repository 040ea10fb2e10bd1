/** Lobbies for client sessions. All effects run inside a transaction. Source: wire-rest.md §6.3. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { type LobbyData, lobbyData, memberData } from "@backlot/domain/gateway/GatewayLobby"
import { memberObject } from "@backlot/domain/lobby/LobbyWire"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { lobbyObject } from "../lobby/LobbyObjects.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import * as Collections from "../store/Collections.ts"
import { memberUsers } from "./GatewayGuilds.ts"

/** A lobby with its members; undefined when it is gone. */
export const lobbyOf = (lobbyId: Snowflake): Effect.Effect<LobbyData | undefined, never, Transaction> =>
  Effect.flatMap(Collections.lobbies.get(lobbyId), (record) =>
    record === undefined ? Effect.succeed(undefined) : dataOf(record)
  )

/** The user's lobbies of one application. */
export const lobbiesOf = (userId: Snowflake, applicationId: Snowflake) =>
  Effect.flatMap(LobbyStore.ofUser(userId, applicationId), (records) => Effect.forEach(records, dataOf))

const dataOf = Effect.fnUntraced(function* (record: LobbyRecord) {
  const members = yield* LobbyStore.membersOf(record.id)
  return lobbyData(yield* lobbyObject(record, members), yield* membersData(members))
})

const membersData = Effect.fnUntraced(function* (members: ReadonlyArray<LobbyMembership>) {
  const users = yield* memberUsers(members.map((member) => ({ user_id: member.id })))
  return members.flatMap((member, i) => {
    const user = users[i]
    return user === undefined ? [] : [memberData(memberObject(member), user, member.connected === true)]
  })
})
