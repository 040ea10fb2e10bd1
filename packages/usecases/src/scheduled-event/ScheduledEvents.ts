/**
 * Scheduled events of guilds over REST, and what the clock does with them. Source: official OpenAPI document, scheduled
 * events; the platform's documentation of scheduled events. Our choice: docs/choices.md "Scheduled events".
 */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { FileElement } from "@backlot/domain/element/WorldTarget"
import { fault } from "@backlot/domain/error/Fault"
import { EventFinished, InvalidForm, UnknownScheduledEvent } from "@backlot/domain/error/ServiceError"
import type { ScheduledEvent } from "@backlot/domain/record/World"
import * as Lifecycle from "@backlot/domain/scheduled-event/ScheduledEvent"
import {
  STATUS_PATH,
  scheduledEventBody,
  statusIn,
  wrongStatus
} from "@backlot/domain/scheduled-event/ScheduledEventBody"
import { type BareEvent, scheduledEventObject } from "@backlot/domain/scheduled-event/ScheduledEventWire"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { accounts } from "../access/Accounts.ts"
import * as BotEntry from "../access/BotEntry.ts"
import { commit, type EventLog, type NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import type { Handler } from "../store/Deadlines.ts"
import * as KeptEvents from "../store/KeptEvents.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, inTransaction, readNow, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as EventEntry from "./EventEntry.ts"
import { stagesOf, stageTarget } from "./StageInstances.ts"

const { target } = EventEntry

/** Those that are not over and that the bot may view, by id. */
export const list = operation(
  "ScheduledEvents.list",
  transacting(function* (bot: BotEntry.BotOfGuild, counted: boolean) {
    const there = yield* BotEntry.inGuild(bot)
    const seen: Array<ScheduledEvent> = []
    for (const event of yield* KeptEvents.upcoming(bot.guild_id)) {
      if (yield* EventEntry.sees(there, event)) seen.push(event)
    }
    return yield* shown(seen, counted)
  })
)

export const get = operation(
  "ScheduledEvents.get",
  transacting(function* (bot: BotEntry.BotOfGuild, eventId: Snowflake, counted: boolean) {
    return yield* shownOne((yield* EventEntry.visible(bot, eventId)).event, counted)
  })
)

/** Judges whether the bot may create an event, before the body is read; `create` judges it again. */
export const admit = operation("ScheduledEvents.admit", (bot: BotEntry.BotOfGuild) =>
  inTransaction(() => BotEntry.inGuild(bot, "CREATE_EVENTS"))
)

/** Events that are over make room: the oldest go. */
export const create = operation(
  "ScheduledEvents.create",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, sent: unknown) {
    const { sha256 } = yield* Secrets
    const id = yield* (yield* Ids).next
    const now_ms = yield* readNow
    const { guild_id } = bot
    const wish = function* () {
      yield* BotEntry.inGuild(bot, "CREATE_EVENTS")
      const read = scheduledEventBody(sent, { sha256, now_ms, entity_type: undefined })
      yield* EventEntry.requireHost(bot, read.body["entity_type"], read.body["channel_id"])
      const over = yield* KeptEvents.requireRoom(guild_id)
      const body = { ...read.body, creator_id: bot.application.bot.id }
      const events: Array<NewEvent> = []
      for (const old of over) events.push(...(yield* WorldEdits.removal(target(guild_id, old.id))))
      return [{ method: "put" as const, target: target(guild_id, id), ...read, body, events }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(guild_id, id))
  })
)

/** Judges whether the bot may edit the event, before the body is read; `edit` judges it again. */
export const admitEdit = operation("ScheduledEvents.admitEdit", (bot: BotEntry.BotOfGuild, eventId: Snowflake) =>
  inTransaction(() => EventEntry.editable(bot, eventId))
)

/** Changes its fields, starts it, ends it or cancels it. A stage is live while its event is active. */
export const edit = operation(
  "ScheduledEvents.edit",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, eventId: Snowflake, sent: unknown) {
    const { sha256 } = yield* Secrets
    const stageId = yield* (yield* Ids).next
    const now_ms = yield* readNow
    const { guild_id } = bot
    const wishes = function* () {
      const event = yield* EventEntry.editable(bot, eventId)
      if (Lifecycle.isOver(event)) return yield* new EventFinished()
      const read = scheduledEventBody(sent, { sha256, now_ms, entity_type: event.entity_type })
      const { entity_type = event.entity_type, channel_id = event.channel_id } = read.body
      yield* EventEntry.requireHost(bot, entity_type, channel_id)
      const status = statusIn(sent) ?? event.status
      if (!Lifecycle.mayBecome(event.status, status)) {
        return yield* new InvalidForm({ faults: [fault(STATUS_PATH, wrongStatus(event.status, status))] })
      }
      const turned = status === event.status ? NOTHING : yield* turn(event, { status, stageId, now_ms })
      const body: FileElement = { ...read.body, ...turned.fields }
      return [
        { method: "patch" as const, target: target(guild_id, eventId), ...read, body, events: turned.events },
        ...turned.wishes
      ]
    }
    return yield* WorldEdits.carryOut(wishes, () => one(guild_id, eventId))
  })
)

export const remove = operation("ScheduledEvents.remove", (bot: BotEntry.BotOfGuild, eventId: Snowflake) =>
  WorldEdits.remove(target(bot.guild_id, eventId), () => EventEntry.editable(bot, eventId))
)

interface Turning {
  readonly status: number
  /** The id of a stage that becomes live. */
  readonly stageId: Snowflake
  readonly now_ms: number
}

interface Turn {
  readonly fields: FileElement
  readonly wishes: ReadonlyArray<WorldEdits.Wish>
  readonly events: ReadonlyArray<NewEvent>
}

const NOTHING: Turn = { fields: {}, wishes: [], events: [] }

/** What another status brings with it. */
const turn = function* (event: ScheduledEvent, { status, stageId, now_ms }: Turning) {
  if (status === Lifecycle.Status.ACTIVE) return yield* started(event, stageId)
  if (status === Lifecycle.Status.CANCELED) return { ...NOTHING, fields: { status } }
  const events: Array<NewEvent> = []
  for (const stage of yield* stagesOf(event)) events.push(...(yield* WorldEdits.removal(stageTarget(stage))))
  return { ...NOTHING, fields: { ...Lifecycle.ended(event, now_ms) }, events }
}

/** Starts the stage of a stage event, unless its channel has one. */
const started = function* (event: ScheduledEvent, stage_instance_id: Snowflake) {
  const { guild_id, channel_id, entity_type, name, id } = event
  const fields = { status: Lifecycle.Status.ACTIVE }
  if (entity_type !== Lifecycle.EntityType.STAGE_INSTANCE || channel_id === null) return { ...NOTHING, fields }
  if ((yield* Collections.stageInstances.by("channel", channel_id)).length > 0) return { ...NOTHING, fields }
  const body = { channel_id, topic: name, guild_scheduled_event_id: id }
  return {
    ...NOTHING,
    fields,
    wishes: [{ method: "put" as const, target: stageTarget({ guild_id, id: stage_instance_id }), body }]
  }
}

/** Ignores an event that is gone, or that changes at another time by now. */
const due: Handler<EventLog | ServiceClock | Secrets> = Effect.fnUntraced(function* (payload, due_ms, claim) {
  const drawn = yield* WorldEdits.mint()
  yield* commit(function* () {
    const event = (yield* claim) && isSnowflake(payload) ? yield* Collections.scheduledEvents.get(payload) : undefined
    if (event === undefined || Lifecycle.dueOf(event) !== due_ms) return { value: undefined, events: [] }
    const body = { ...Lifecycle.whenDue(event, yield* clockTime) }
    const wish = { method: "patch" as const, target: target(event.guild_id, event.id), body }
    return { value: undefined, events: (yield* WorldEdits.apply([wish], drawn, [])).events }
  }).pipe(Effect.catchIf((error) => error._tag !== "StorageError", Effect.die))
})

/** For the layer of `Deadlines`. */
export const handlers = { [KeptEvents.DUE_KIND]: due }

const one = function* (guildId: Snowflake, eventId: Snowflake) {
  return yield* shownOne(yield* KeptEvents.inGuild(guildId, eventId), false)
}

/** Events with those who made them. */
const shown = function* (events: ReadonlyArray<ScheduledEvent>, counted: boolean) {
  const people = yield* accounts([...new Set(events.flatMap(({ creator_id }) => creator_id ?? []))])
  const all = []
  for (const event of events) {
    const bare: BareEvent = counted ? { ...event, user_count: event.user_ids.length } : event
    const [stage] = yield* stagesOf(event)
    all.push(scheduledEventObject(bare, { creator: people.get(event.creator_id ?? ""), stage_id: stage?.id }))
  }
  return all
}

/** One of them. */
export const shownOne = function* (event: ScheduledEvent, counted: boolean) {
  const [one] = yield* shown([event], counted)
  return one ?? (yield* new UnknownScheduledEvent())
}
