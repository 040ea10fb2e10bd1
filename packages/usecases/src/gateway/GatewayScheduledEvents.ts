/** Scheduled events and stages, for bots that may view their channel. Source: the platform's documentation of gateway events. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { IntentName } from "@backlot/domain/gateway/GatewayIntent"
import type { GuildChannel, StageInstance } from "@backlot/domain/record/World"
import { type BareEvent, scheduledEventObject, stageData } from "@backlot/domain/scheduled-event/ScheduledEventWire"
import { guildChannel } from "../access/ChannelObjects.ts"
import * as Collections from "../store/Collections.ts"
import * as Audience from "./GatewayAudience.ts"

interface OfEvent {
  readonly scheduled_event: BareEvent
  /** Where it was deleted with its channel. */
  readonly channel?: GuildChannel
  /** Of an update: whether more changed than who is interested. */
  readonly changed?: boolean
  readonly users_added?: ReadonlyArray<Snowflake>
  readonly users_removed?: ReadonlyArray<Snowflake>
}

interface OfStage {
  readonly stage_instance: StageInstance
  /** Where it was deleted with its channel. */
  readonly channel?: GuildChannel
}

const OF_EVENTS: IntentName = "GUILD_SCHEDULED_EVENTS"

const ofEvent = (t: string) =>
  Audience.on<OfEvent>(
    function* ({ scheduled_event, channel }, hearing) {
      return yield* toViewers({ ...scheduled_event, channel }, [yield* said(t, scheduled_event)], OF_EVENTS, hearing)
    },
    [OF_EVENTS]
  )

const ofStage = (t: string) =>
  Audience.on<OfStage>(
    ({ stage_instance: stage, channel }, hearing) =>
      toViewers({ ...stage, channel }, [{ t, d: stageData(stage) }], "GUILDS", hearing),
    ["GUILDS"]
  )

export const HANDLERS: Audience.Handlers = {
  "scheduled_event.created": ofEvent("GUILD_SCHEDULED_EVENT_CREATE"),
  "scheduled_event.updated": Audience.on<OfEvent>(
    function* ({ scheduled_event, channel, changed = true, users_added = [], users_removed = [] }, hearing) {
      const ofUser = (t: string) => (user_id: Snowflake) => ({
        t,
        d: { guild_scheduled_event_id: scheduled_event.id, user_id, guild_id: scheduled_event.guild_id }
      })
      const all = [
        ...(changed ? [yield* said("GUILD_SCHEDULED_EVENT_UPDATE", scheduled_event)] : []),
        ...users_added.map(ofUser("GUILD_SCHEDULED_EVENT_USER_ADD")),
        ...users_removed.map(ofUser("GUILD_SCHEDULED_EVENT_USER_REMOVE"))
      ]
      return yield* toViewers({ ...scheduled_event, channel }, all, OF_EVENTS, hearing)
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
  /** As it was, where it is deleted. */
  readonly channel?: GuildChannel | undefined
}

/** Every bot of the guild gets the events of what takes place elsewhere. */
const toViewers = function* (
  { guild_id, channel_id, channel: deleted }: Place,
  all: ReadonlyArray<{ readonly t: string; readonly d: object }>,
  intent: IntentName,
  hearing: Audience.Hearing
) {
  if (channel_id === null) {
    const listeners = yield* Audience.listenersIn(guild_id, hearing)
    return all.flatMap(({ t, d }) => Audience.toEach(listeners, intent, { t, guild_id, d }))
  }
  // Of what a channel held that is gone meanwhile, nobody hears but that it goes.
  const channel = deleted ?? (yield* guildChannel(channel_id))
  const audience = channel && (yield* Audience.audienceOfChannel(channel, hearing))
  if (audience === undefined) return []
  return all.flatMap(({ t, d }) => Audience.toAudience(audience, t, [intent, intent], d))
}
