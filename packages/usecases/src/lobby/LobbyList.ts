/** All lobbies with their members and connections, for the control plane. */

import { formatTime } from "@backlot/domain/base/IsoTime"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { isOfClients } from "@backlot/domain/lobby/LobbyJoin"
import { memberObject } from "@backlot/domain/lobby/LobbyWire"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { transact } from "../store/Transact.ts"

/** The lobbies of one application, or all, by id. */
export const list = Effect.fn("LobbyList.list")((applicationId?: Snowflake) =>
  transact(function* () {
    const records =
      applicationId === undefined
        ? yield* Collections.lobbies.list([])
        : yield* Collections.lobbies.by("application", applicationId)
    const members = Map.groupBy(yield* Collections.lobbyMembers.list([]), ({ lobby_id }) => lobby_id)
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
