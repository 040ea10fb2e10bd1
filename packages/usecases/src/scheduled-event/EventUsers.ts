/**
 * Who is interested in a scheduled event, and its exceptions. Source: official OpenAPI document, users and exceptions of
 * scheduled events. Our choice: docs/choices.md "Scheduled events".
 */
import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import {
  EventFinished,
  InvalidForm,
  UnknownMember,
  UnknownScheduledEvent,
  UnknownUser
} from "@backlot/domain/error/ServiceError"
import type { EventException, ScheduledEvent } from "@backlot/domain/record/World"
import * as Lifecycle from "@backlot/domain/scheduled-event/ScheduledEvent"
import {
  exceptionBody,
  exceptionThere,
  noOccurrence,
  ORIGINAL
} from "@backlot/domain/scheduled-event/ScheduledEventBody"
import { exceptionObject } from "@backlot/domain/scheduled-event/ScheduledEventWire"
import type { Page } from "@backlot/domain/validation/PageQuery"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import { accounts, memberObjects } from "../access/Accounts.ts"
import type { BotOfGuild } from "../access/BotEntry.ts"
import * as Speaker from "../message/Speaker.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptEvents from "../store/KeptEvents.ts"
import { operation } from "../store/Operation.ts"
import { existing, readNow, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as EventEntry from "./EventEntry.ts"

/** An event, as a bot or a user names it, and perhaps one of its occurrences. */
export interface EventAddress {
  readonly event_id: Snowflake
  readonly exception_id?: Snowflake | undefined
}

/** By id; those before `before` are the last of them. */
export const list = operation(
  "EventUsers.list",
  transacting(function* (bot: BotOfGuild, { event_id, exception_id }: EventAddress, page: Page & WithMember) {
    const { event } = yield* EventEntry.visible(bot, event_id)
    const all = exception_id === undefined ? event.user_ids : (yield* exceptionOf(event, exception_id)).user_ids
    const ids = onPage(all.toSorted(compare), page)
    const people = yield* accounts(ids)
    const members = page.with_member ? yield* Collections.members.existing(ids.map((id) => [bot.guild_id, id])) : []
    const shown = yield* memberObjects(members, [])
    return ids.flatMap((user_id) => {
      const user = people.get(user_id)
      const member = shown.find((one) => one.user.id === user_id)
      if (user === undefined) return []
      const named = exception_id === undefined ? {} : { guild_scheduled_event_exception_id: exception_id }
      return [
        {
          guild_scheduled_event_id: event.id,
          ...named,
          user_id,
          user,
          response: INTERESTED,
          ...(member === undefined ? {} : { member })
        }
      ]
    })
  })
)

const INTERESTED = 1

interface WithMember {
  readonly with_member: boolean
}

const onPage = (ids: ReadonlyArray<Snowflake>, { limit, before, after }: Page): ReadonlyArray<Snowflake> => {
  const within = ids.filter(
    (id) => (before === undefined || BigInt(id) < BigInt(before)) && (after === undefined || BigInt(id) > BigInt(after))
  )
  return before !== undefined && after === undefined ? within.slice(-limit) : within.slice(0, limit)
}

export const count = operation(
  "EventUsers.count",
  transacting(function* (bot: BotOfGuild, eventId: Snowflake, exceptionIds: ReadonlyArray<Snowflake>) {
    const { event } = yield* EventEntry.visible(bot, eventId)
    const named = event.exceptions.filter((one) => exceptionIds.includes(one.event_exception_id))
    return {
      guild_scheduled_event_count: event.user_ids.length,
      guild_scheduled_event_exception_counts: Object.fromEntries(
        named.map((one) => [one.event_exception_id, one.user_ids.length])
      )
    }
  })
)

/** Changes one occurrence of a recurring event. */
export const createException = operation(
  "EventUsers.createException",
  Effect.fnUntraced(function* (bot: BotOfGuild, eventId: Snowflake, sent: unknown) {
    const now = yield* readNow
    const { original = 0, given, faults } = exceptionBody(sent, true, now)
    const id = Lifecycle.exceptionIdOf(original)
    const wish = function* () {
      const event = yield* openEvent(bot, eventId)
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      if (!Lifecycle.hasOccurrence(event, original))
        return yield* new InvalidForm({ faults: [fault([ORIGINAL], noOccurrence)] })
      if (event.exceptions.some((one) => one.event_exception_id === id))
        return yield* new InvalidForm({ faults: [fault([ORIGINAL], exceptionThere)] })
      const exceptions = [...event.exceptions, { ...USUAL, event_exception_id: id, ...given }]
      return [wishOf(event, exceptions, now)]
    }
    return yield* WorldEdits.carryOut(wish, () => shownException(bot, eventId, id))
  })
)

const USUAL = { scheduled_start_time: null, scheduled_end_time: null, is_canceled: false, user_ids: [] }

export const editException = operation(
  "EventUsers.editException",
  Effect.fnUntraced(function* (bot: BotOfGuild, { event_id, exception_id = "" }: EventAddress, sent: unknown) {
    const now = yield* readNow
    const { given, faults } = exceptionBody(sent, false, now)
    const wish = function* () {
      const event = yield* openEvent(bot, event_id)
      const before = yield* exceptionOf(event, exception_id)
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      const exceptions = event.exceptions.map((one) => (one === before ? { ...one, ...given } : one))
      return [wishOf(event, exceptions, now)]
    }
    return yield* WorldEdits.carryOut(wish, () => shownException(bot, event_id, exception_id))
  })
)

export const deleteException = operation(
  "EventUsers.deleteException",
  Effect.fnUntraced(function* (bot: BotOfGuild, { event_id, exception_id = "" }: EventAddress) {
    const now = yield* readNow
    const wish = function* () {
      const event = yield* openEvent(bot, event_id)
      const before = yield* exceptionOf(event, exception_id)
      const exceptions = event.exceptions.filter((one) => one !== before)
      return [wishOf(event, exceptions, now)]
    }
    yield* WorldEdits.carryOut(wish, () => Body.void)
  })
)

/** A user says that they are interested, or no longer. Nothing happens when that is so already. */
export const setInterest = operation(
  "EventUsers.setInterest",
  Effect.fnUntraced(function* (user: GuildUser, { event_id, exception_id }: EventAddress, interested: boolean) {
    const wish = function* () {
      const event = yield* seenBy(user, event_id)
      if (Lifecycle.isOver(event)) return yield* new EventFinished()
      const marked = (ids: ReadonlyArray<Snowflake>) =>
        interested ? [...new Set([...ids, user.user_id])] : ids.filter((id) => id !== user.user_id)
      const one = exception_id === undefined ? undefined : yield* exceptionOf(event, exception_id)
      const body =
        one === undefined
          ? { user_ids: marked(event.user_ids) }
          : { exceptions: event.exceptions.map((e) => (e === one ? { ...e, user_ids: marked(e.user_ids) } : e)) }
      return [{ method: "patch" as const, target: EventEntry.target(user.guild_id, event_id), body }]
    }
    yield* WorldEdits.carryOut(wish, () => Body.void)
  })
)

interface GuildUser {
  readonly user_id: Snowflake
  readonly guild_id: Snowflake
}

/** An event of a guild whose member the user is; its channel they may view. */
const seenBy = function* ({ user_id, guild_id }: GuildUser, eventId: Snowflake) {
  yield* existing(Collections.users.get(user_id), UnknownUser)
  yield* existing(Collections.members.get(guild_id, user_id), UnknownMember)
  const event = yield* KeptEvents.inGuild(guild_id, eventId)
  if (event.channel_id !== null) yield* Speaker.ofUser({ user_id, channel_id: event.channel_id })
  return event
}

const openEvent = function* (bot: BotOfGuild, eventId: Snowflake) {
  const event = yield* EventEntry.editable(bot, eventId)
  return Lifecycle.isOver(event) ? yield* new EventFinished() : event
}

const exceptionOf = function* ({ exceptions }: ScheduledEvent, id: Snowflake) {
  return exceptions.find((one) => one.event_exception_id === id) ?? (yield* new UnknownScheduledEvent())
}

/** The coming occurrence gets the times of its exception at once. */
const wishOf = (event: ScheduledEvent, exceptions: ReadonlyArray<EventException>, now: number) => ({
  method: "patch" as const,
  target: EventEntry.target(event.guild_id, event.id),
  body: { ...Lifecycle.withExceptions(event, exceptions, now) }
})

const shownException = function* (bot: BotOfGuild, eventId: Snowflake, id: Snowflake) {
  const event = yield* KeptEvents.inGuild(bot.guild_id, eventId)
  return exceptionObject(event.id, yield* exceptionOf(event, id))
}
