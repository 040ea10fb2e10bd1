/** Lobbies in REST answers; their members are read once. Inside a transaction. Source: wire-rest.md §6.2. */

import * as Wire from "@backlot/domain/lobby/LobbyWire"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { isDirect, type LobbyMember } from "@backlot/domain/record/World"
import { Effect } from "effect"
import { channelObject } from "../access/ChannelObjects.ts"
import * as Collections from "../store/Collections.ts"
import * as LobbyStore from "./LobbyStore.ts"

/** Reads `members` unless they are given. */
export const lobbyObject = Effect.fnUntraced(function* (record: LobbyRecord, members?: ReadonlyArray<LobbyMember>) {
  const { linked_channel_id } = record
  const channel = linked_channel_id === undefined ? undefined : yield* Collections.channels.get(linked_channel_id)
  return Wire.lobbyObject(
    record,
    members ?? (yield* LobbyStore.membersOf(record.id)),
    channel === undefined || isDirect(channel) ? undefined : yield* channelObject(channel)
  )
})
