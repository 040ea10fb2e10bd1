/** A scheduled event of a guild. */

import type { Snowflake } from "../../base/Snowflake.ts"
import { UnknownScheduledEvent } from "../../error/ServiceError.ts"
import { limits } from "../../record/EventLimits.ts"
import type { EventException, RecurrenceRule, ScheduledEvent } from "../../record/World.ts"
import { TYPES } from "../../scheduled-event/Recurrence.ts"
import { Any, Bool, Id, Int, list, Text } from "../../validation/Shape.ts"
import { isGone, ownerGone } from "../field/Gone.ts"
import { distinct, each, length, oneOf, required, size } from "../rule/Check.ts"
import * as EventRule from "../rule/EventRule.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { held, type Placed } from "../rule/Placed.ts"
import { by, holder, idsOf, pair, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { atMost, type Element, type GuildKind, isSame, withoutGuild } from "./Element.ts"

const Recurrence = fieldsOf("recurrence_rule", {
  start: [TYPES.start, required, Value.time],
  end: [TYPES.end],
  frequency: [TYPES.frequency, required, oneOf([0, 1, 2, 3])],
  interval: [TYPES.interval],
  by_weekday: [TYPES.by_weekday],
  by_n_weekday: [TYPES.by_n_weekday],
  by_month: [TYPES.by_month],
  by_month_day: [TYPES.by_month_day],
  by_year_day: [TYPES.by_year_day],
  count: [TYPES.count]
})

const Exception = fieldsOf("event_exception", {
  event_exception_id: [Id, required],
  scheduled_start_time: [Text, Value.time],
  scheduled_end_time: [Text, EventRule.eventEnd, Value.time],
  is_canceled: [Bool],
  user_ids: [list(Any), size(0, limits.exceptionUsers), each(Value.id), distinct]
})

const own = fieldsOf(
  "scheduled_event",
  {
    id: [Id, required],
    name: [Text, required, length(1, limits.nameMax)],
    description: [Text, length(0, limits.descriptionMax)],
    entity_type: [Int, required, oneOf([1, 2, 3])],
    channel_id: [Id, EventRule.eventChannel],
    location: [Text, EventRule.eventLocation, length(1, limits.locationMax)],
    scheduled_start_time: [Text, required, Value.time],
    scheduled_end_time: [Text, EventRule.eventEnd, Value.time],
    status: [Int, oneOf([1, 2, 3, 4])],
    creator_id: [Id, Value.account],
    image: [Text, Value.avatar],
    recurrence_rule: [Recurrence.shape, EventRule.recurrence],
    exceptions: [list(Exception.shape), EventRule.recurring, size(0, limits.exceptions)],
    user_ids: [list(Any), size(0, limits.users), each(Value.id), distinct]
  },
  { exceptions: Exception }
)

type Draft = typeof own.shape.Type

const places = (events: ReadonlyArray<Placed<Draft>>) => ({
  ...own.places(events),
  recurrence_rule: held(events, "recurrence_rule", (e) => e.recurrence_rule)
})

const uniqueExceptions: UniqueRule<ReturnType<typeof places>> = {
  entries: (p) => by(p.event_exception, "event_exception_id", (one, at) => pair(holder(at), one.event_exception_id)),
  problem: WorldError.duplicateId("exception of an event")
}

const defaults = {
  scheduled_event: {
    description: null,
    channel_id: null,
    location: null,
    scheduled_end_time: null,
    status: 1,
    creator_id: null,
    image: null,
    recurrence_rule: null,
    exceptions: [],
    user_ids: []
  },
  recurrence_rule: { interval: 1 },
  event_exception: { scheduled_start_time: null, scheduled_end_time: null, is_canceled: false, user_ids: [] }
} as const

const oneOfNumbers = <const N extends number>(value: unknown, known: ReadonlyArray<N>, otherwise: N): N =>
  known.find((one) => one === value) ?? otherwise

const build = (guild_id: Snowflake, draft: Draft): ScheduledEvent => {
  const d = defaults.scheduled_event
  return {
    id: draft.id ?? "",
    guild_id,
    channel_id: draft.channel_id ?? d.channel_id,
    creator_id: draft.creator_id ?? d.creator_id,
    name: draft.name ?? "",
    description: draft.description ?? d.description,
    image: draft.image ?? d.image,
    scheduled_start_time: draft.scheduled_start_time ?? "",
    scheduled_end_time: draft.scheduled_end_time ?? d.scheduled_end_time,
    entity_type: oneOfNumbers(draft.entity_type, [1, 2, 3], 3),
    status: oneOfNumbers(draft.status, [1, 2, 3, 4], d.status),
    location: draft.location ?? d.location,
    recurrence_rule: draft.recurrence_rule == null ? d.recurrence_rule : ruleOf(draft.recurrence_rule),
    exceptions: (draft.exceptions ?? []).map((one): EventException => {
      const usual = defaults.event_exception
      return {
        event_exception_id: one.event_exception_id ?? "",
        scheduled_start_time: one.scheduled_start_time ?? usual.scheduled_start_time,
        scheduled_end_time: one.scheduled_end_time ?? usual.scheduled_end_time,
        is_canceled: one.is_canceled ?? usual.is_canceled,
        user_ids: Value.texts(one.user_ids)
      }
    }),
    user_ids: Value.texts(draft.user_ids)
  }
}

const ruleOf = (rule: typeof Recurrence.shape.Type): RecurrenceRule => ({
  start: rule.start ?? "",
  frequency: rule.frequency ?? 0,
  interval: rule.interval ?? defaults.recurrence_rule.interval,
  by_weekday: rule.by_weekday ?? null,
  by_n_weekday: rule.by_n_weekday?.map(({ n, day }) => ({ n: n ?? 1, day: day ?? 0 })) ?? null,
  by_month: rule.by_month ?? null,
  by_month_day: rule.by_month_day ?? null
})

/** It goes with its channel. It stays without whoever made it; who leaves the guild is no longer interested. */
const without: Element<ScheduledEvent>["without"] = (event, gone) => {
  const { guild_id, channel_id, creator_id } = event
  if (ownerGone({ guild_id }, gone) || (channel_id !== null && isGone(gone, "channels", channel_id))) return undefined
  const left = (id: Snowflake) => !isGone(gone, "account", id) && !isGone(gone, "members", guild_id, id)
  const after: ScheduledEvent = {
    ...event,
    creator_id: creator_id !== null && isGone(gone, "account", creator_id) ? null : creator_id,
    exceptions: event.exceptions.map((one) => ({ ...one, user_ids: one.user_ids.filter(left) })),
    user_ids: event.user_ids.filter(left)
  }
  return isSame(event, after) ? event : after
}

/** Those who are interested in one event. */
const interested = (event: ScheduledEvent | undefined): ReadonlySet<Snowflake> =>
  new Set([...(event?.user_ids ?? []), ...(event?.exceptions.flatMap(({ user_ids }) => user_ids) ?? [])])

/** The event without those who are interested. */
const bare = ({ user_ids: _, exceptions, ...event }: ScheduledEvent) => ({
  ...event,
  exceptions: exceptions.map(({ user_ids: __, ...one }) => one)
})

export const element = {
  list: "scheduled_events",
  ...own,
  places,
  rules: { ...own.rules, ...Recurrence.rules },
  defaults,
  ids: idsOf("scheduled_event"),
  unique: [uniqueExceptions],
  buildAll: (drafts, { id }) => drafts.map((draft) => build(id, draft)),
  toFile: withoutGuild,
  collections: ["scheduled_event"],
  key: (e) => [e.id],
  order: (e) => [e.guild_id, e.id],
  indexes: {
    guild: (e) => [e.guild_id],
    channel: (e) => (e.channel_id === null ? undefined : [e.channel_id])
  },
  belongsTo: ["guild"],
  without,
  event: (event, before) => {
    const [was, is] = [interested(before), interested(event)]
    return {
      guild_id: event.guild_id,
      scheduled_event_id: event.id,
      ...(event.channel_id === null ? {} : { channel_id: event.channel_id }),
      scheduled_event: { ...bare(event), user_count: event.user_ids.length },
      ...(before === undefined
        ? {}
        : {
            changed: !isSame(bare(before), bare(event)),
            users_added: [...is].filter((id) => !was.has(id)),
            users_removed: [...was].filter((id) => !is.has(id))
          })
    }
  },
  quietWithGuild: true,
  edit: {
    unknown: UnknownScheduledEvent,
    siblings: "new",
    dependents: { stage_instances: "guild" },
    timed: true,
    kept: ["user_ids", "exceptions"],
    lists: ["user_ids", "exceptions"],
    record: ({ guild_id }, draft) => build(guild_id, draft),
    refused: atMost("scheduled_events", limits.held)
  }
} satisfies GuildKind<ScheduledEvent, Draft, "scheduled_event">
