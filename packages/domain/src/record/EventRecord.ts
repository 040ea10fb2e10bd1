/** Scheduled events of guilds, and the stages that are live. Source: product.md "World file". */
import type { Snowflake } from "../base/Snowflake.ts"

/** When a scheduled event occurs again. Times are ISO 8601, as given. */
export interface RecurrenceRule {
  readonly start: string
  /** 0 yearly, 1 monthly, 2 weekly, 3 daily. */
  readonly frequency: number
  readonly interval: number
  /** 0 is Monday. */
  readonly by_weekday: ReadonlyArray<number> | null
  readonly by_n_weekday: ReadonlyArray<{ readonly n: number; readonly day: number }> | null
  readonly by_month: ReadonlyArray<number> | null
  readonly by_month_day: ReadonlyArray<number> | null
}

/** One occurrence of a recurring event that differs from the others. */
export interface EventException {
  /** The id of the time at which the occurrence would start. */
  readonly event_exception_id: Snowflake
  /** Null: as usual. */
  readonly scheduled_start_time: string | null
  readonly scheduled_end_time: string | null
  readonly is_canceled: boolean
  /** Who is interested in this occurrence. */
  readonly user_ids: ReadonlyArray<Snowflake>
}

/** An event of a guild: in a stage channel (entity type 1), in a voice channel (2) or elsewhere (3). */
export interface ScheduledEvent {
  readonly id: Snowflake
  readonly guild_id: Snowflake
  /** Null for type 3. */
  readonly channel_id: Snowflake | null
  /** Null when whoever made it is gone. */
  readonly creator_id: Snowflake | null
  readonly name: string
  readonly description: string | null
  /** The hash of its picture. */
  readonly image: string | null
  readonly scheduled_start_time: string
  readonly scheduled_end_time: string | null
  readonly entity_type: 1 | 2 | 3
  /** 1 scheduled, 2 active, 3 completed, 4 canceled. */
  readonly status: 1 | 2 | 3 | 4
  /** For type 3 only. */
  readonly location: string | null
  readonly recurrence_rule: RecurrenceRule | null
  readonly exceptions: ReadonlyArray<EventException>
  /** Who is interested in it. */
  readonly user_ids: ReadonlyArray<Snowflake>
}

/** A stage channel that is live. */
export interface StageInstance {
  readonly id: Snowflake
  readonly guild_id: Snowflake
  readonly channel_id: Snowflake
  readonly topic: string
  /** 1 public (deprecated), 2 members of the guild only. */
  readonly privacy_level: 1 | 2
  readonly discoverable_disabled: boolean
  /** The event that takes place in it: its `entity_id` is the stage. */
  readonly guild_scheduled_event_id: Snowflake | null
}
