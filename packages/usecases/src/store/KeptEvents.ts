/** Scheduled events with the deadlines at which the clock changes them. Inside a transaction; `Deadlines` is woken after it. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { TooManyScheduledEvents, UnknownScheduledEvent } from "@backlot/domain/error/ServiceError"
import { limits } from "@backlot/domain/record/EventLimits"
import type { ScheduledEvent } from "@backlot/domain/record/World"
import { dueOf, isOver } from "@backlot/domain/scheduled-event/ScheduledEvent"
import * as Collections from "./Collections.ts"
import { cancel, schedule } from "./Deadlines.ts"

/** The kind of deadline that starts, ends or cancels an event. */
export const DUE_KIND = "scheduled_event_due"

/** `before`: the record that it replaces. */
export const put = function* (event: ScheduledEvent, before?: ScheduledEvent) {
  if (before !== undefined) yield* cancelled(before)
  const due_ms = dueOf(event)
  if (due_ms !== null) yield* schedule({ name: nameOf(event), kind: DUE_KIND, due_ms, payload: event.id })
  yield* Collections.scheduledEvents.put(event, before)
}

export const remove = function* (event: ScheduledEvent) {
  yield* cancelled(event)
  yield* Collections.scheduledEvents.remove(event)
}

/** The event of a guild. Fails with 10070. */
export const inGuild = function* (guildId: Snowflake, eventId: Snowflake) {
  const event = yield* Collections.scheduledEvents.get(eventId)
  return event?.guild_id === guildId ? event : yield* new UnknownScheduledEvent()
}

/** The events of a guild that are not over, by id. */
export const upcoming = function* (guildId: Snowflake) {
  return (yield* Collections.scheduledEvents.by("guild", guildId)).filter((event) => !isOver(event))
}

/** Fails when the guild has as many events as it can have. Gives those that are over and make room for a new one. */
export const requireRoom = function* (guildId: Snowflake) {
  const all = yield* Collections.scheduledEvents.by("guild", guildId)
  const max = limits.upcoming
  if (all.filter((event) => !isOver(event)).length >= max) return yield* new TooManyScheduledEvents({ max })
  const over = all.filter(isOver)
  return over.slice(0, Math.max(0, all.length + 1 - limits.held))
}

const nameOf = ({ id }: ScheduledEvent) => `scheduled_event/${id}`

const cancelled = function* (event: ScheduledEvent) {
  const due_ms = dueOf(event)
  if (due_ms !== null) yield* cancel({ name: nameOf(event), due_ms })
}
