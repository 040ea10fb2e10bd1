/** Scheduled events and stages, for bots that may view their channel. Source: the platform's documentation of gateway events. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { IntentName } from "@backlot/domain/gateway/GatewayIntent"
import type { StageInstance } from "@backlot/domain/record/World"
import { type BareEvent, scheduledEventObject, stageData } from "@backlot/domain/scheduled-event/ScheduledEventWire"
import { guildChannel } from "../access/ChannelObjects.ts"
import * as Collections from "../store/Collections.ts"
import * as Audience from "./GatewayAudience.ts"

interface OfEvent {
  readonly scheduled_event: BareEvent
  /** Of an update: whether more changed than who is interested. */
  readonly changed?: boolean
  readonly users_added?: ReadonlyArray<Snowflake>
  readonly users_removed?: ReadonlyArray<Snowflake>
}

interface OfStage {
  readonly stage_instance: StageInstance
}

const OF_EVENTS: IntentName = "GUILD_SCHEDULED_EVENTS"

const ofEvent = (t: string) =>
  Audience.on<OfEvent>(
    function* ({ scheduled_event }, hearing) {
      return yield* toViewers(scheduled_event, [yield* said(t, scheduled_event)], OF_EVENTS, hearing)
    },
    [OF_EVENTS]
  )

const ofStage = (t: string) =>
  Audience.on<OfStage>(
    ({ stage_instance: stage }, hearing) => toViewers(stage, [{ t, d: stageData(stage) }], "GUILDS", hearing),
    ["GUILDS"]
  )

export const HANDLERS: Audience.Handlers = {
  "scheduled_event.created": ofEvent("GUILD_SCHEDULED_EVENT_CREATE"),
  "scheduled_event.updated": Audience.on<OfEvent>(
    function* ({ scheduled_event, changed = true, users_added = [], users_removed = [] }, hearing) {
      const ofUser = (t: string) => (user_id: Snowflake) => ({
        t,
        d: { guild_scheduled_event_id: scheduled_event.id, user_id, guild_id: scheduled_event.guild_id }
      })
      const all = [
        ...(changed ? [yield* said("GUILD_SCHEDULED_EVENT_UPDATE", scheduled_event)] : []),
        ...users_added.map(ofUser("GUILD_SCHEDULED_EVENT_USER_ADD")),
        ...users_removed.map(ofUser("GUILD_SCHEDULED_EVENT_USER_REMOVE"))
      ]
      return yield* toViewers(scheduled_event, all, OF_EVENTS, hearing)
    },
    [OF_EVENTS]
  ),
  "scheduled_event.deleted": ofEvent("GUILD_SCHEDULED_EVENT_DELETE"),
  "stage_instance.created": ofStage("STAGE_INSTANCE_CREATE"),
  "stage_instance.updated": ofStage("STAGE_INSTANCE_UPDATE"),
  "stage_instance.deleted": ofStage("STAGE_INSTANCE_DELETE")
}

const said = function* (t: string, { user_count: _, ...event }: BareEvent) {
  const stages = event.channel_id === null ? [] : yield* Collections.stageInstances.by("channel", event.channel_id)
  const stage = stages.find((one) => one.guild_scheduled_event_id === event.id)
  return { t, d: scheduledEventObject(event, { stage_id: stage?.id }) }
}

interface Place {
  readonly guild_id: Snowflake
  readonly channel_id: Snowflake | null
}

/** Every bot of the guild gets the events of what takes place elsewhere, or whose channel is gone. */
const toViewers = function* (
  { guild_id, channel_id }: Place,
  all: ReadonlyArray<{ readonly t: string; readonly d: object }>,
  intent: IntentName,
  hearing: Audience.Hearing
) {
  const channel = channel_id === null ? undefined : yield* guildChannel(channel_id)
  if (channel === undefined) {
    const listeners = yield* Audience.listenersIn(guild_id, hearing)
    return all.flatMap(({ t, d }) => Audience.toEach(listeners, intent, { t, guild_id, d }))
  }
  const audience = yield* Audience.audienceOfChannel(channel, hearing)
  if (audience === undefined) return []
  return all.flatMap(({ t, d }) => Audience.toAudience(audience, t, [intent, intent], d))
}
