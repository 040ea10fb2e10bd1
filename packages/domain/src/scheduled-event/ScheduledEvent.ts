/**
 * What becomes of a scheduled event: who starts and ends it, and what the clock does by itself. Source: the platform's
 * documentation of scheduled events, "Valid Guild Scheduled Event Status Transitions", "Status Update Automation".
 */
import { formatTimestamp, parseTime } from "../base/IsoTime.ts"
import { fromMs } from "../base/Snowflake.ts"
import { limits } from "../record/EventLimits.ts"
import type { EventException, ScheduledEvent } from "../record/EventRecord.ts"
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
  const { from, to } = coming(event)
  const isExternal = event.entity_type === EntityType.EXTERNAL
  if (event.status === Status.SCHEDULED) return isExternal ? from : from + limits.notStartedMs
  return event.status === Status.ACTIVE && isExternal ? (to ?? null) : null
}

/** When its coming occurrence begins and ends: as usual, or as its exception says. */
const coming = (event: ScheduledEvent) => {
  const { start, length } = usual(event)
  return timesOf(start, length, event.exceptions.find(isFor(start)))
}

/** When it usually begins, and how long it takes, in milliseconds. */
const usual = (event: ScheduledEvent) => {
  const start = parseTime(event.scheduled_start_time) ?? 0
  const end = parseTime(event.scheduled_end_time ?? "")
  return { start, length: end === undefined ? undefined : end - start }
}

const isFor =
  (ms: number) =>
  ({ event_exception_id }: EventException): boolean =>
    event_exception_id === exceptionIdOf(ms)

/**
 * What the clock makes of it at `now`, in milliseconds: an external event begins and ends, another one that nobody started
 * is canceled.
 */
export const whenDue = (event: ScheduledEvent, now: number): Partial<ScheduledEvent> => {
  if (event.status === Status.ACTIVE) return ended(event, now)
  return event.entity_type === EntityType.EXTERNAL
    ? { status: Status.ACTIVE }
    : (nextOccurrence(event, now) ?? { status: Status.CANCELED })
}

/** An event that ends is completed; a recurring one is scheduled again. */
export const ended = (event: ScheduledEvent, now: number): Partial<ScheduledEvent> =>
  nextOccurrence(event, now) ?? { status: Status.COMPLETED }

/** The usual times of the next occurrence that is neither canceled nor over: a clock that jumps passes over those between. */
const nextOccurrence = (event: ScheduledEvent, now: number): Partial<ScheduledEvent> | undefined => {
  const { recurrence_rule: rule, exceptions } = event
  if (rule === null) return undefined
  const { start, length } = usual(event)
  for (const ms of occurrencesAfter(rule, Math.max(start, now - limits.notStartedMs - (length ?? 0)))) {
    const exception = exceptions.find(isFor(ms))
    const { from, to } = timesOf(ms, length, exception)
    const over = event.entity_type === EntityType.EXTERNAL && to !== undefined ? to : from + limits.notStartedMs
    if (exception?.is_canceled === true || over <= now) continue
    return {
      status: Status.SCHEDULED,
      scheduled_start_time: formatTimestamp(ms),
      scheduled_end_time: length === undefined ? null : formatTimestamp(ms + length)
    }
  }
  return undefined
}

/** When an occurrence begins and ends that would usually begin at `ms` and be so long. */
const timesOf = (ms: number, length: number | undefined, exception: EventException | undefined) => {
  const from = parseTime(exception?.scheduled_start_time ?? "") ?? ms
  const wanted = parseTime(exception?.scheduled_end_time ?? "")
  // An end before the start would be refused, and the event never be due again.
  return { from, to: wanted !== undefined && wanted > from ? wanted : length && from + length }
}

/** What other exceptions make of an event: where its coming occurrence is canceled, the next one comes. */
export const withExceptions = (
  event: ScheduledEvent,
  exceptions: ReadonlyArray<EventException>,
  now: number
): Partial<ScheduledEvent> => {
  const isCanceled = exceptions.find(isFor(usual(event).start))?.is_canceled === true
  if (!isCanceled || event.status !== Status.SCHEDULED) return { exceptions }
  return { exceptions, ...(nextOccurrence({ ...event, exceptions }, now) ?? { status: Status.CANCELED }) }
}

/** The id of the exception for the occurrence that would start at a time. */
export const exceptionIdOf = (ms: number): string => String(fromMs(ms))

/** Whether an occurrence of the event would start at this time. */
export const hasOccurrence = ({ recurrence_rule }: ScheduledEvent, ms: number): boolean =>
  recurrence_rule !== null && occursAt(recurrence_rule, ms)
