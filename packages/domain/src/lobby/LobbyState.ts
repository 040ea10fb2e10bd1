/** Decisions on a lobby. Sources: service.md "States and transitions"; wire-rest.md §6.3; decisions 40, 41. */
import { lobby as limits } from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { LobbyMembership, LobbyRecord } from "../record/LobbyRecord.ts"
import type { Lobby, LobbyMember } from "../record/World.ts"
import type { LobbyDraft } from "./LobbyBody.ts"
import * as Event from "./LobbyEvent.ts"

export interface LobbyDecision {
  readonly record: LobbyRecord
  readonly events: ReadonlyArray<Event.LobbyEvent>
}

export interface MemberDecision extends LobbyDecision {
  readonly membership: LobbyMembership
}

/** The values of a new lobby that do not come from the request. */
export interface Drawn {
  readonly id: Snowflake
  readonly application_id: Snowflake
  readonly now: number
}

/** A new lobby with its members; its idle time begins at once. */
export const create = (
  draft: LobbyDraft,
  members: ReadonlyArray<LobbyMember>,
  { id, application_id, now }: Drawn
): LobbyDecision & { readonly memberships: ReadonlyArray<LobbyMembership> } => {
  const empty: LobbyRecord = {
    id,
    application_id,
    metadata: draft.metadata ?? null,
    flags: draft.flags ?? 0,
    idle_timeout_seconds: draft.idle_timeout_seconds ?? limits.idleDefaultSeconds,
    ...webhooksUrl(draft.override_event_webhooks_url),
    member_count: members.length,
    connected_count: 0,
    idle_due_ms: null
  }
  const record = idleFrom(empty, now)
  const memberships = members.map((member) => membershipOf(record, member))
  return { record, memberships, events: [Event.created(record, memberships)] }
}

/**
 * The edited lobby: missing fields keep their values (decision 40), and null sets the default. A new idle time-out
 * counts from the start of the idle time. Without a change there is no event. Our choice: docs/choices.md "Lobbies".
 */
export const edit = (before: LobbyRecord, draft: LobbyDraft): LobbyDecision => {
  const { override_event_webhooks_url: url, ...rest } = before
  const given = draft.override_event_webhooks_url
  const idle_timeout_seconds =
    draft.idle_timeout_seconds === undefined
      ? before.idle_timeout_seconds
      : (draft.idle_timeout_seconds ?? limits.idleDefaultSeconds)
  const record: LobbyRecord = {
    ...rest,
    metadata: draft.metadata === undefined ? before.metadata : draft.metadata,
    flags: draft.flags === undefined ? before.flags : (draft.flags ?? 0),
    idle_timeout_seconds,
    ...webhooksUrl(given === undefined ? url : given),
    idle_due_ms:
      before.idle_due_ms === null
        ? null
        : before.idle_due_ms + (idle_timeout_seconds - before.idle_timeout_seconds) * 1_000
  }
  return isSame(before, record, LOBBY_FIELDS)
    ? { record: before, events: [] }
    : { record, events: [Event.updated(record)] }
}

/** Adds or replaces a member (decision 40); a connected member stays connected. */
export const putMember = (
  record: LobbyRecord,
  before: LobbyMembership | undefined,
  member: LobbyMember
): MemberDecision => {
  const membership = { ...membershipOf(record, member), ...connection(before?.connected_by ?? []) }
  if (before === undefined) {
    const grown = { ...record, member_count: record.member_count + 1 }
    return { record: grown, membership, events: [Event.memberEvent("added", membership)] }
  }
  return isSame(before, membership, MEMBER_FIELDS)
    ? { record, membership: before, events: [] }
    : { record, membership, events: [Event.memberEvent("updated", membership)] }
}

/** Replaces all members of a lobby (service.md "States and transitions"). */
export const replaceMembers = (
  record: LobbyRecord,
  present: ReadonlyArray<LobbyMembership>,
  members: ReadonlyArray<LobbyMember>,
  now: number
) => {
  const known = new Map(present.map((membership) => [membership.id, membership]))
  const named = new Set(members.map(({ id }) => id))
  const removed = present.filter(({ id }) => !named.has(id))
  const events: Array<Event.LobbyEvent> = []
  const memberships: Array<LobbyMembership> = []
  let after = record
  const follow = (decision: LobbyDecision) => {
    after = decision.record
    events.push(...decision.events)
  }
  for (const membership of removed) follow(removeMember(after, membership, now))
  for (const member of members) {
    const decision = putMember(after, known.get(member.id), member)
    follow(decision)
    memberships.push(decision.membership)
  }
  return { record: after, events, memberships, removed }
}

/** Removes a member; the idle time begins when the last connected member leaves. */
export const removeMember = (record: LobbyRecord, membership: LobbyMembership, now: number): LobbyDecision => {
  const left = { ...record, member_count: record.member_count - 1 }
  return {
    record: membership.connected === true ? withoutOne(left, now) : left,
    events: [Event.memberEvent("removed", membership)]
  }
}

/**
 * Adds a `source` of the member's connection; the first one connects the member and ends the idle time of the lobby.
 */
export const connect = (record: LobbyRecord, before: LobbyMembership, source: string): MemberDecision => {
  const held = before.connected_by ?? []
  if (held.includes(source)) return { record, membership: before, events: [] }
  const membership = { ...before, ...connection([...held, source]) }
  if (held.length > 0) return { record, membership, events: [] }
  return {
    record: { ...record, connected_count: record.connected_count + 1, idle_due_ms: null },
    membership,
    events: [Event.memberEvent("connected", membership)]
  }
}

/** Removes a `source` of the member's connection; the last one disconnects the member. */
export const disconnect = (
  record: LobbyRecord,
  before: LobbyMembership,
  source: string,
  now: number
): MemberDecision => {
  const { connected: _, connected_by: held = [], ...apart } = before
  if (!held.includes(source)) return { record, membership: before, events: [] }
  const membership = { ...apart, ...connection(held.filter((other) => other !== source)) }
  if (held.length > 1) return { record, membership, events: [] }
  return { record: withoutOne(record, now), membership, events: [Event.memberEvent("disconnected", membership)] }
}

export const membershipOf = (
  { id: lobby_id, application_id }: Pick<LobbyRecord, "id" | "application_id">,
  member: LobbyMember
): LobbyMembership => ({ ...member, lobby_id, application_id })

/** The record with an idle time that begins at `now` (decision 41). Deadlines are whole milliseconds. */
export const idleFrom = (record: LobbyRecord, now: number): LobbyRecord => ({
  ...record,
  idle_due_ms: Math.ceil(now) + record.idle_timeout_seconds * 1_000
})

export const isOver = ({ idle_due_ms }: LobbyRecord, now: number): boolean => idle_due_ms !== null && idle_due_ms <= now

const withoutOne = (record: LobbyRecord, now: number): LobbyRecord => {
  const left = { ...record, connected_count: record.connected_count - 1 }
  return left.connected_count === 0 ? idleFrom(left, now) : left
}

const connection = (held: ReadonlyArray<string>): Pick<LobbyMembership, "connected" | "connected_by"> =>
  held.length === 0 ? {} : { connected: true, connected_by: held }

const webhooksUrl = (url: string | null | undefined): Pick<Lobby, "override_event_webhooks_url"> =>
  url ? { override_event_webhooks_url: url } : {}

const LOBBY_FIELDS = ["metadata", "flags", "idle_timeout_seconds", "override_event_webhooks_url"] as const
const MEMBER_FIELDS = ["metadata", "flags", "additional_name"] as const

const isSame = <A>(before: A, after: A, fields: ReadonlyArray<keyof A>): boolean =>
  fields.every((field) => JSON.stringify(before[field]) === JSON.stringify(after[field]))
