/**
 * Lobby events as the event log stores them; gateway dispatches and webhook events are built from them. Each names its
 * application and lobby, so that readers can separate applications. Names and shapes are our choice: docs/choices.md
 * "Lobbies".
 */
import { Struct } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import type { LobbyMembership, LobbyRecord } from "../record/LobbyRecord.ts"
import type { LobbyMember } from "../record/World.ts"
import { memberObject } from "./LobbyWire.ts"

interface At {
  readonly application_id: Snowflake
  readonly lobby_id: Snowflake
}

/** A lobby without its members and secrets. */
export type LobbyDetails = Pick<LobbyRecord, (typeof DETAILS)[number]>

/** Lists the fields one by one, so that no secret of a record reaches the log. */
const DETAILS = [
  "id",
  "application_id",
  "metadata",
  "flags",
  "idle_timeout_seconds",
  "override_event_webhooks_url",
  "linked_channel_id"
] as const satisfies ReadonlyArray<keyof LobbyRecord>

interface OfMember extends At {
  readonly user_id: Snowflake
  readonly member: LobbyMember
  readonly connected: boolean
}

export type LobbyEvent =
  /** The first members have no events of their own. */
  | {
      readonly type: "lobby.created"
      readonly data: At & { readonly lobby: LobbyDetails; readonly members: ReadonlyArray<LobbyMember> }
    }
  | { readonly type: "lobby.updated"; readonly data: At & { readonly lobby: LobbyDetails } }
  /** `member_ids`: the members at the end; they have no events of their own. */
  | {
      readonly type: "lobby.deleted"
      readonly data: At & { readonly reason: "deleted" | "idle"; readonly member_ids: ReadonlyArray<Snowflake> }
    }
  | { readonly type: `lobby_member.${Exclude<MemberChange, "removed">}`; readonly data: OfMember }
  /** The member before the removal. */
  | { readonly type: "lobby_member.removed"; readonly data: OfMember }

type MemberChange = "added" | "updated" | "removed" | "connected" | "disconnected"

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

export const memberEvent = (change: MemberChange, member: LobbyMembership): LobbyEvent => ({
  type: `lobby_member.${change}`,
  data: {
    application_id: member.application_id,
    lobby_id: member.lobby_id,
    user_id: member.id,
    member: memberObject(member),
    connected: member.connected === true
  }
})

const at = ({ application_id, id }: LobbyRecord): At => ({ application_id, lobby_id: id })

const details = (record: LobbyRecord): LobbyDetails => Struct.pick(record, DETAILS)
