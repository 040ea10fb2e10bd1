/** Lobbies as REST answers carry them: their members read once. Inside a transaction. Source: wire-rest.md §6.2. */
import type { LobbyRecord } from "@backlot/domain/LobbyRecord"
import * as Wire from "@backlot/domain/LobbyWire"
import { isDirect, type LobbyMember } from "@backlot/domain/World"
import { Effect } from "effect"
import { channelObject } from "./ChannelObjects.ts"
import { id } from "./Collection.ts"
import * as Collections from "./Collections.ts"
import * as LobbyStore from "./LobbyStore.ts"

/** `members` are read unless they are known. */
export const lobbyObject = Effect.fnUntraced(function* (record: LobbyRecord, members?: ReadonlyArray<LobbyMember>) {
  const { linked_channel_id } = record
  const channel = linked_channel_id === undefined ? undefined : yield* Collections.channels.get(id(linked_channel_id))
  return Wire.lobbyObject(
    record,
    members ?? (yield* LobbyStore.membersOf(record.id)),
    channel === undefined || isDirect(channel) ? undefined : yield* channelObject(channel)
  )
})
