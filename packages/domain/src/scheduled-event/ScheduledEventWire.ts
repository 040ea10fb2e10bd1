/** Scheduled events and stages as answers and dispatches carry them. Source: official OpenAPI document, `ScheduledEventResponse`, `StageInstanceResponse`. */
import { toTimestamp } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import type { EventException, RecurrenceRule, ScheduledEvent, StageInstance } from "../record/EventRecord.ts"
import { EntityType } from "./ScheduledEvent.ts"

const GUILD_ONLY = 2

/** An event without those who are interested in it. */
export type BareEvent = Omit<ScheduledEvent, "user_ids" | "exceptions"> & {
  readonly exceptions: ReadonlyArray<Omit<EventException, "user_ids">>
  /** How many are interested in it. */
  readonly user_count?: number
}

/** What an answer shows beside the event. */
export interface EventDetails {
  readonly creator?: UserObject | undefined
  /** The id of the stage in which it takes place. */
  readonly stage_id?: Snowflake | undefined
}

const timeOf = (text: string | null): string | null => (text === null ? null : (toTimestamp(text) ?? text))

/** Without `user_count` where the event has none. */
export const scheduledEventObject = (event: BareEvent, { creator, stage_id }: EventDetails = {}) => ({
  id: event.id,
  guild_id: event.guild_id,
  channel_id: event.channel_id,
  creator_id: event.creator_id,
  name: event.name,
  description: event.description,
  image: event.image,
  scheduled_start_time: timeOf(event.scheduled_start_time),
  scheduled_end_time: timeOf(event.scheduled_end_time),
  privacy_level: GUILD_ONLY,
  status: event.status,
  entity_type: event.entity_type,
  entity_id: stage_id ?? null,
  recurrence_rule: event.recurrence_rule === null ? null : ruleObject(event.recurrence_rule),
  entity_metadata: event.entity_type === EntityType.EXTERNAL ? { location: event.location ?? "" } : null,
  guild_scheduled_event_exceptions: event.exceptions.map((one) => exceptionObject(event.id, one)),
  ...(creator === undefined ? {} : { creator }),
  ...(event.user_count === undefined ? {} : { user_count: event.user_count })
})

const ruleObject = (rule: RecurrenceRule) => ({
  ...rule,
  start: timeOf(rule.start),
  end: null,
  by_year_day: null,
  count: null
})

export const exceptionObject = (event_id: Snowflake, one: Omit<EventException, "user_ids">) => ({
  event_id,
  event_exception_id: one.event_exception_id,
  scheduled_start_time: timeOf(one.scheduled_start_time),
  scheduled_end_time: timeOf(one.scheduled_end_time),
  is_canceled: one.is_canceled
})

/** A stage as an answer carries it. */
export const stageObject = (stage: StageInstance) => stage

/** A stage as dispatches carry it: the published type has no null. */
export const stageData = ({ guild_scheduled_event_id, ...stage }: StageInstance) => ({
  ...stage,
  ...(guild_scheduled_event_id === null ? {} : { guild_scheduled_event_id })
})
