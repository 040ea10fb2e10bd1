/** Loads what an edit of scheduled events or stages needs. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Target } from "@backlot/domain/element/WorldTarget"
import type { World } from "@backlot/domain/record/World"
import * as Collections from "../store/Collections.ts"
import { type Asked, accountsOf, field, found, idsIn, listed } from "./PartReads.ts"
import { isInGuild } from "./WorldLists.ts"

/** Another guild can have the id of a new event. */
export const ofScheduledEvent = function* (
  { guild_id, scheduled_event_id }: Target<"scheduled_event">,
  body: unknown,
  method: Asked["method"]
) {
  const events = yield* found(Collections.scheduledEvents, scheduled_event_id)
  const isNew = method === "put" && events.length === 0
  const named = [...events, body]
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    channels: yield* channelsIn(named),
    scheduled_events: isNew ? yield* Collections.scheduledEvents.by("guild", guild_id) : events,
    ...(yield* accountsOf(new Set(named.flatMap((one) => idsIn(field(one, "creator_id"))))))
  }
}

export const ofStageInstance = function* ({ guild_id, stage_instance_id }: Target<"stage_instance">, body: unknown) {
  const own = yield* found(Collections.stageInstances, stage_instance_id)
  const channels = [...own.map((s) => s.channel_id), ...idsIn(field(body, "channel_id"))]
  const beside = yield* stagesOf(channels)
  const events = [...own, body].flatMap((one) => idsIn(field(one, "guild_scheduled_event_id")))
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    channels: yield* channelsIn([...own, body]),
    stage_instances: [...new Map([...own, ...beside].map((s) => [s.id, s])).values()],
    scheduled_events: yield* Collections.scheduledEvents.existing([...new Set(events)].map((id) => [id]))
  }
}

const channelsIn = function* (records: ReadonlyArray<unknown>) {
  const ids = new Set(records.flatMap((one) => idsIn(field(one, "channel_id"))))
  return (yield* Collections.channels.existing([...ids].map((id) => [id]))).filter(isInGuild)
}

const stagesOf = function* (channels: ReadonlyArray<Snowflake>) {
  const stages: Array<World["stage_instances"][number]> = []
  for (const id of new Set(channels)) stages.push(...(yield* Collections.stageInstances.by("channel", id)))
  return stages
}

/** The events and the stage of a channel. */
export const eventsOfChannel = function* (channelId: Snowflake) {
  return {
    scheduled_events: yield* Collections.scheduledEvents.by("channel", channelId),
    stage_instances: yield* Collections.stageInstances.by("channel", channelId)
  }
}

/** Events and stages of a guild, and those of elsewhere that have an id already that the guild gives. */
export const withTakenEvents = function* (own: Pick<World, "scheduled_events" | "stage_instances">, body: unknown) {
  const fresh = (list: keyof typeof own) => {
    const known = new Set(own[list].map(({ id }) => id))
    return listed(body, list).filter((id) => !known.has(id))
  }
  const events = fresh("scheduled_events")
  const stages = fresh("stage_instances")
  return {
    scheduled_events: [
      ...own.scheduled_events,
      ...(yield* Collections.scheduledEvents.existing(events.map((id) => [id])))
    ],
    stage_instances: [...own.stage_instances, ...(yield* Collections.stageInstances.existing(stages.map((id) => [id])))]
  }
}
