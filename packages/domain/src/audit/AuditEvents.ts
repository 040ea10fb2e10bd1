/** Scheduled events and stages in the audit log. What people are interested in is not recorded. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { EventException, ScheduledEvent } from "../record/World.ts"
import type { Change, Changes } from "../world/WorldChange.ts"
import { AuditAction } from "./AuditAction.ts"
import { type AuditDraft, actionOf, elementDraft, fieldsOf, guildOf } from "./AuditDraft.ts"

const EVENT = [
  AuditAction.GUILD_SCHEDULED_EVENT_CREATE,
  AuditAction.GUILD_SCHEDULED_EVENT_UPDATE,
  AuditAction.GUILD_SCHEDULED_EVENT_DELETE
] as const
const EXCEPTION = [
  AuditAction.GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE,
  AuditAction.GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE,
  AuditAction.GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE
] as const
const STAGE = [
  AuditAction.STAGE_INSTANCE_CREATE,
  AuditAction.STAGE_INSTANCE_UPDATE,
  AuditAction.STAGE_INSTANCE_DELETE
] as const

const EVENT_KEYS = [
  ...["name", "description", "channel_id", "entity_type", "location", "scheduled_start_time", "scheduled_end_time"],
  ...["status", "image_hash", "recurrence_rule"]
]
const EXCEPTION_KEYS = ["event_exception_id", "scheduled_start_time", "scheduled_end_time", "is_canceled"]
const STAGE_KEYS = ["topic", "privacy_level"]

/** What goes with a deleted channel has no entry of its own. */
export const eventDrafts = (
  { scheduled_events, stage_instances, channels: changed }: Changes,
  channels: ReadonlySet<Snowflake>
): ReadonlyArray<AuditDraft> => [
  ...changed.flatMap(statusDrafts),
  ...scheduled_events.flatMap(({ before, after }) => {
    if (after === undefined && channels.has(before?.channel_id ?? "")) return []
    const change = { ...(before && { before: hashed(before) }), ...(after && { after: hashed(after) }) }
    return [...elementDraft(change, guildOf, EVENT, EVENT_KEYS), ...exceptionDrafts(before, after)]
  }),
  ...stage_instances.flatMap((change) =>
    change.after === undefined && channels.has(change.before?.channel_id ?? "")
      ? []
      : elementDraft(change, guildOf, STAGE, STAGE_KEYS).map((draft) => ({
          ...draft,
          options: { channel_id: (change.after ?? change.before)?.channel_id ?? "" }
        }))
  )
]

const hashed = (event: ScheduledEvent) => ({ ...event, image_hash: event.image })

const exceptionDrafts = (
  before: ScheduledEvent | undefined,
  after: ScheduledEvent | undefined
): ReadonlyArray<AuditDraft> => {
  if (before === undefined || after === undefined) return []
  const ids = new Set([...before.exceptions, ...after.exceptions].map((one) => one.event_exception_id))
  const named = (event: ScheduledEvent, id: Snowflake) =>
    event.exceptions.find(({ event_exception_id }) => event_exception_id === id)
  return [...ids].flatMap((id): ReadonlyArray<AuditDraft> => {
    const [was, is] = [named(before, id), named(after, id)]
    const change: Change<EventException> = { ...(was && { before: was }), ...(is && { after: is }) }
    const changes = fieldsOf(EXCEPTION_KEYS, change)
    if (changes.length === 0) return []
    const options = { event_exception_id: id }
    return [
      { guild_id: after.guild_id, action_type: actionOf(EXCEPTION, change), target_id: after.id, changes, options }
    ]
  })
}

/** A status that is set, and one that is removed. */
const statusDrafts = ({ before, after }: Changes["channels"][number]): ReadonlyArray<AuditDraft> => {
  if (before === undefined || after === undefined || before.status === after.status) return []
  const { guild_id, id, status } = after
  return status === undefined
    ? [{ guild_id, action_type: AuditAction.VOICE_CHANNEL_STATUS_DELETE, target_id: id }]
    : [{ guild_id, action_type: AuditAction.VOICE_CHANNEL_STATUS_CREATE, target_id: id, options: { status } }]
}
