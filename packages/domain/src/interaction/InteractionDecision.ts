/** What a step of an interaction changes. Source: architecture.md "One request in a straight line" 7. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { MessageRecord } from "../message/Message.ts"
import type { InteractionState, InteractionType } from "../record/InteractionKind.ts"
import type { InteractionFailure, InteractionRecord, UsedCommand } from "./Interaction.ts"

export type InteractionEventType =
  `interaction.${"created" | "acknowledged" | "responded" | "failed" | "timed_out" | "launched"}`

export type MessageEventType = `message.${"created" | "updated" | "deleted"}`

/** An interaction in the event log, without its token. */
export interface InteractionSummary {
  readonly interaction_id: Snowflake
  readonly application_id: Snowflake
  readonly type: InteractionType
  readonly user_id: Snowflake
  readonly channel_id: Snowflake
  readonly guild_id: Snowflake | null
  /** Null for components and modals. */
  readonly command: UsedCommand | null
  /** For components and modals. */
  readonly custom_id?: string
  readonly state: InteractionState
  readonly error: InteractionFailure | null
}

export type InteractionEvent =
  | { readonly type: InteractionEventType; readonly data: InteractionSummary }
  /** `record` is the new state; for `message.deleted`, the last one. */
  | {
      readonly type: MessageEventType
      readonly data: { readonly guild_id: Snowflake | null; readonly record: MessageRecord }
    }

export interface TraceLine {
  /** Milliseconds of the service clock. */
  readonly at: number
  readonly what: string
  readonly detail: unknown
}

export interface Decision<Reply> {
  readonly record: InteractionRecord
  readonly puts: ReadonlyArray<MessageRecord>
  readonly deletes: ReadonlyArray<MessageRecord>
  readonly events: ReadonlyArray<InteractionEvent>
  readonly trace: ReadonlyArray<TraceLine>
  readonly reply: Reply
}

/** A step that only adds to the trace. */
export const unchanged = (record: InteractionRecord, trace: ReadonlyArray<TraceLine>): Decision<null> => {
  const nothing = { puts: [], deletes: [], events: [], reply: null }
  return { ...nothing, record, trace }
}

export const line = (at: number, what: string, detail: unknown = null): TraceLine => ({ at, what, detail })

export const interactionEvent = (type: InteractionEventType, record: InteractionRecord): InteractionEvent => ({
  type,
  data: {
    interaction_id: record.id,
    application_id: record.application_id,
    type: record.type,
    user_id: record.user_id,
    channel_id: record.channel_id,
    guild_id: record.guild_id,
    command: record.command ?? null,
    ...customIdOf(record),
    state: record.state,
    error: record.error
  }
})

export const messageEvent = (
  type: MessageEventType,
  record: MessageRecord,
  { guild_id }: Pick<InteractionRecord, "guild_id">
): InteractionEvent => ({ type, data: { guild_id, record } })

const customIdOf = ({ component, submitted }: InteractionRecord) => {
  const custom_id = component?.custom_id ?? submitted?.custom_id
  return custom_id === undefined ? {} : { custom_id }
}
