/**
 * What becomes of a scheduled event: who starts and ends it, and what the clock does by itself. Source: the platform's
 * documentation of scheduled events, "Valid Guild Scheduled Event Status Transitions", "Status Update Automation".
 */
import { formatTimestamp, parseTime } from "../base/IsoTime.ts"
import { fromMs } from "../base/Snowflake.ts"
import { limits } from "../record/EventLimits.ts"
import type { ScheduledEvent } from "../record/EventRecord.ts"
import { ChannelType } from "../record/WorldVocabulary.ts"
import { occurrencesAfter, occursAt } from "./Recurrence.ts"

export const Status = { SCHEDULED: 1, ACTIVE: 2, COMPLETED: 3, CANCELED: 4 } as const
export const EntityType = { STAGE_INSTANCE: 1, VOICE: 2, EXTERNAL: 3 } as const

/** The type of channel that an event of a type takes place in; none for an external event. */
export const HOSTS: Readonly<Record<number, number>> = {
  [EntityType.STAGE_INSTANCE]: ChannelType.GUILD_STAGE_VOICE,
  [EntityType.VOICE]: ChannelType.GUILD_VOICE
}

/** Completed and canceled events never change again. */
export const isOver = ({ status }: Pick<ScheduledEvent, "status">): boolean =>
  status === Status.COMPLETED || status === Status.CANCELED

/** What each status may become. */
const NEXT: Readonly<Record<number, ReadonlyArray<number>>> = {
  [Status.SCHEDULED]: [Status.ACTIVE, Status.CANCELED],
  [Status.ACTIVE]: [Status.COMPLETED]
}

export const mayBecome = (from: number, to: number): boolean => from === to || NEXT[from]?.includes(to) === true

/** When the clock changes the event, in milliseconds; null for never. */
export const dueOf = (event: ScheduledEvent): number | null => {
  const start = parseTime(event.scheduled_start_time) ?? 0
  const isExternal = event.entity_type === EntityType.EXTERNAL
  if (event.status === Status.SCHEDULED) return isExternal ? start : start + limits.notStartedMs
  if (event.status !== Status.ACTIVE || !isExternal || event.scheduled_end_time === null) return null
  return parseTime(event.scheduled_end_time) ?? null
}

/** What the clock makes of it then: an external event begins and ends, another one that nobody started is canceled. */
export const whenDue = (event: ScheduledEvent): Partial<ScheduledEvent> => {
  if (event.status === Status.ACTIVE) return ended(event)
  return event.entity_type === EntityType.EXTERNAL
    ? { status: Status.ACTIVE }
    : (nextOccurrence(event) ?? { status: Status.CANCELED })
}

/** An event that ends is completed; a recurring one is scheduled again. */
export const ended = (event: ScheduledEvent): Partial<ScheduledEvent> =>
  nextOccurrence(event) ?? { status: Status.COMPLETED }

/** The times of the next occurrence that is not canceled. */
const nextOccurrence = (event: ScheduledEvent): Partial<ScheduledEvent> | undefined => {
  const { recurrence_rule: rule, exceptions } = event
  if (rule === null) return undefined
  const start = parseTime(event.scheduled_start_time) ?? 0
  const end = event.scheduled_end_time === null ? undefined : (parseTime(event.scheduled_end_time) ?? start)
  for (const ms of occurrencesAfter(rule, start)) {
    const exception = exceptions.find(({ event_exception_id }) => event_exception_id === exceptionIdOf(ms))
    const from = parseTime(exception?.scheduled_start_time ?? "") ?? ms
    const usual = end === undefined ? undefined : from + (end - start)
    const wanted = parseTime(exception?.scheduled_end_time ?? "")
    // An end before the start would be refused, and the event never be due again.
    const to = wanted !== undefined && wanted > from ? wanted : usual
    if (exception?.is_canceled === true || from <= start) continue
    return {
      status: Status.SCHEDULED,
      scheduled_start_time: formatTimestamp(from),
      scheduled_end_time: to === undefined ? null : formatTimestamp(to)
    }
  }
  return undefined
}

/** What an exception makes of an event whose next occurrence it is. */
export const withException = (event: ScheduledEvent, exceptionId: string): Partial<ScheduledEvent> => {
  const exception = event.exceptions.find(({ event_exception_id }) => event_exception_id === exceptionId)
  const isNext = exceptionIdOf(parseTime(event.scheduled_start_time) ?? 0) === exceptionId
  if (exception === undefined || !isNext || event.status !== Status.SCHEDULED) return {}
  if (exception.is_canceled) return nextOccurrence(event) ?? { status: Status.CANCELED }
  const was = parseTime(event.scheduled_start_time) ?? 0
  const from = parseTime(exception.scheduled_start_time ?? "") ?? was
  const wasEnd = parseTime(event.scheduled_end_time ?? "")
  const wanted = parseTime(exception.scheduled_end_time ?? "")
  const to = wanted !== undefined && wanted > from ? wanted : wasEnd && from + (wasEnd - was)
  return {
    scheduled_start_time: formatTimestamp(from),
    ...(to === undefined ? {} : { scheduled_end_time: formatTimestamp(to) })
  }
}

/** The id of the exception for the occurrence that would start at a time. */
export const exceptionIdOf = (ms: number): string => String(fromMs(ms))

/** Whether an occurrence of the event would start at this time. */
export const hasOccurrence = ({ recurrence_rule }: ScheduledEvent, ms: number): boolean =>
  recurrence_rule !== null && occursAt(recurrence_rule, ms)
