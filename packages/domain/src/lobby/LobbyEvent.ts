/**
 * Lobby events as the event log stores them; gateway dispatches and webhook events are built from them. Each names its
 * application and lobby, so that readers can separate applications. Names and shapes are our choice: docs/choices.md
 * "Lobbies".
 */

import type { Snowflake } from "../base/Snowflake.ts"
import type { LobbyMembership, LobbyRecord } from "../record/LobbyRecord.ts"
import { type LobbyMemberObject, memberObject } from "./LobbyWire.ts"

interface At {
  readonly application_id: Snowflake
  readonly lobby_id: Snowflake
}

/** A lobby without its members and secrets. */
export interface LobbyDetails
  extends Pick<
    LobbyRecord,
    | "id"
    | "application_id"
    | "metadata"
    | "flags"
    | "idle_timeout_seconds"
    | "override_event_webhooks_url"
    | "linked_channel_id"
  > {}

interface OfMember extends At {
  readonly user_id: Snowflake
  readonly member: LobbyMemberObject
  readonly connected: boolean
}

export type LobbyEvent =
  /** The first members have no events of their own. */
  | {
      readonly type: "lobby.created"
      readonly data: At & { readonly lobby: LobbyDetails; readonly members: ReadonlyArray<LobbyMemberObject> }
    }
  | { readonly type: "lobby.updated"; readonly data: At & { readonly lobby: LobbyDetails } }
  /** `member_ids`: the members at the end; they have no events of their own. */
  | {
      readonly type: "lobby.deleted"
      readonly data: At & { readonly reason: "deleted" | "idle"; readonly member_ids: ReadonlyArray<Snowflake> }
    }
  | {
      readonly type:
        | "lobby_member.added"
        | "lobby_member.updated"
        | "lobby_member.connected"
        | "lobby_member.disconnected"
      readonly data: OfMember
    }
  /** The member before the removal. */
  | { readonly type: "lobby_member.removed"; readonly data: OfMember }

export const created = (record: LobbyRecord, members: ReadonlyArray<LobbyMembership>): LobbyEvent => ({
  type: "lobby.created",
  data: { ...at(record), lobby: details(record), members: members.map(memberObject) }
})

export const updated = (record: LobbyRecord): LobbyEvent => ({
  type: "lobby.updated",
  data: { ...at(record), lobby: details(record) }
})

export const deleted = (
  record: LobbyRecord,
  reason: "deleted" | "idle",
  member_ids: ReadonlyArray<Snowflake>
): LobbyEvent => ({ type: "lobby.deleted", data: { ...at(record), reason, member_ids } })

export const memberAdded = (member: LobbyMembership): LobbyEvent => ofMember("lobby_member.added", member)
export const memberUpdated = (member: LobbyMembership): LobbyEvent => ofMember("lobby_member.updated", member)
export const memberRemoved = (member: LobbyMembership): LobbyEvent => ofMember("lobby_member.removed", member)
export const memberConnected = (member: LobbyMembership): LobbyEvent => ofMember("lobby_member.connected", member)
export const memberDisconnected = (member: LobbyMembership): LobbyEvent => ofMember("lobby_member.disconnected", member)

const at = ({ application_id, id }: LobbyRecord): At => ({ application_id, lobby_id: id })

/** Lists the fields one by one, so that no secret of a record reaches the log. */
const details = (record: LobbyRecord): LobbyDetails => ({
  id: record.id,
  application_id: record.application_id,
  metadata: record.metadata,
  flags: record.flags,
  idle_timeout_seconds: record.idle_timeout_seconds,
  ...(record.override_event_webhooks_url === undefined
    ? {}
    : { override_event_webhooks_url: record.override_event_webhooks_url }),
  ...(record.linked_channel_id === undefined ? {} : { linked_channel_id: record.linked_channel_id })
})

const ofMember = (
  type: Extract<LobbyEvent, { readonly data: OfMember }>["type"],
  member: LobbyMembership
): LobbyEvent => ({
  type,
  data: {
    application_id: member.application_id,
    lobby_id: member.lobby_id,
    user_id: member.id,
    member: memberObject(member),
    connected: member.connected === true
  }
})
