/**
 * Stages over REST: a stage channel is live while it has one. Source: official OpenAPI document, stage instances; the
 * platform's documentation of stage instances. Our choice: docs/choices.md "Scheduled events".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import {
  InvalidForm,
  StageAlreadyOpen,
  UnknownStageInstance,
  WrongChannelType
} from "@backlot/domain/error/ServiceError"
import type { Application, ScheduledEvent, StageInstance } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import { EntityType, ended, isOver, Status } from "@backlot/domain/scheduled-event/ScheduledEvent"
import { type BareEvent, stageObject } from "@backlot/domain/scheduled-event/ScheduledEventWire"
import { newStage, stageEdit } from "@backlot/domain/scheduled-event/StageBody"
import { unknownReference } from "@backlot/domain/world/rule/WorldError"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import * as BotEntry from "../access/BotEntry.ts"
import { committed } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, existing, inTransaction, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { target as eventTarget, STAGE_RIGHTS } from "./EventEntry.ts"

export const get = operation(
  "StageInstances.get",
  transacting(function* (address: BotEntry.ChannelAddress) {
    yield* stageChannel(address)
    return stageObject(yield* stageOf(address.channel_id))
  })
)

/** Makes a stage channel live. With an event, that begins. */
export const create = operation(
  "StageInstances.create",
  Effect.fnUntraced(function* (application: Application, sent: unknown) {
    const stage_instance_id = yield* (yield* Ids).next
    const { body, channel_id, event_id, notifies, faults } = newStage(sent)
    const wishes = function* () {
      if (channel_id === undefined) return yield* new InvalidForm({ faults })
      const here = yield* moderated({ application, channel_id })
      if (notifies) yield* BotEntry.requireHere(here, "MENTION_EVERYONE")
      if ((yield* Collections.stageInstances.by("channel", channel_id)).length > 0) return yield* new StageAlreadyOpen()
      const guild_id = here.guild.id
      const event = event_id === undefined ? undefined : yield* Collections.scheduledEvents.get(event_id)
      const unknown = event_id !== undefined && (event === undefined || !fits(event, channel_id))
      const wrong = unknown ? [fault(["guild_scheduled_event_id"], unknownReference(EVENT_HERE, event_id))] : []
      const stage = {
        method: "put" as const,
        target: stageTarget({ guild_id, id: stage_instance_id }),
        body,
        faults: [...faults, ...wrong]
      }
      if (event === undefined || unknown) return [stage]
      const begins = { status: Status.ACTIVE }
      return [stage, { method: "patch" as const, target: eventTarget(guild_id, event.id), body: begins }]
    }
    return yield* WorldEdits.carryOut(wishes, () => Body.map(stageOf(channel_id ?? ""), stageObject))
  })
)

const EVENT_HERE = "scheduled event of this stage channel that is not over"

const fits = (event: ScheduledEvent, channelId: Snowflake): boolean =>
  event.channel_id === channelId && event.entity_type === EntityType.STAGE_INSTANCE && !isOver(event)

/** Judges whether the bot may edit the stage, before the body is read; `edit` judges it again. */
export const admitEdit = operation("StageInstances.admitEdit", (address: BotEntry.ChannelAddress) =>
  inTransaction(() => owned(address))
)

export const edit = operation(
  "StageInstances.edit",
  Effect.fnUntraced(function* (address: BotEntry.ChannelAddress, sent: unknown) {
    const wish = function* () {
      return [{ method: "patch" as const, target: stageTarget(yield* owned(address)), ...stageEdit(sent) }]
    }
    return yield* WorldEdits.carryOut(wish, () => Body.map(stageOf(address.channel_id), stageObject))
  })
)

/** Its event ends with it. */
export const remove = operation(
  "StageInstances.remove",
  Effect.fnUntraced(function* (address: BotEntry.ChannelAddress) {
    const drawn = yield* WorldEdits.mint()
    yield* committed(function* () {
      const stage = yield* owned(address)
      const eventId = stage.guild_scheduled_event_id
      const event = eventId === null ? undefined : yield* Collections.scheduledEvents.get(eventId)
      const gone = yield* WorldEdits.removal(stageTarget(stage))
      if (event === undefined || event.status !== Status.ACTIVE) return { value: undefined, events: gone }
      const wish = {
        method: "patch" as const,
        target: eventTarget(event.guild_id, event.id),
        body: { ...ended(event, yield* clockTime) }
      }
      return { value: undefined, events: [...gone, ...(yield* WorldEdits.apply([wish], drawn, [])).events] }
    })
  })
)

export const stageTarget = ({ guild_id, id }: Pick<StageInstance, "guild_id" | "id">) => ({
  kind: "stage_instance" as const,
  guild_id,
  stage_instance_id: id
})

/** A stage channel that the bot may view. Fails with 50024 for another channel. */
const stageChannel = function* (address: BotEntry.ChannelAddress) {
  const here = yield* BotEntry.inChannel(address)
  if (here.kind === "direct" || here.channel.type !== ChannelType.GUILD_STAGE_VOICE)
    return yield* new WrongChannelType()
  return here
}

/** A stage channel that the bot moderates. */
const moderated = function* (address: BotEntry.ChannelAddress) {
  const here = yield* stageChannel(address)
  yield* BotEntry.requireHere(here, ...STAGE_RIGHTS)
  return here
}

const owned = function* (address: BotEntry.ChannelAddress) {
  yield* moderated(address)
  return yield* stageOf(address.channel_id)
}

const stageOf = (channelId: Snowflake) =>
  existing(
    Body.map(Collections.stageInstances.by("channel", channelId), ([stage]) => stage),
    UnknownStageInstance
  )

/** The stage in which an event takes place; the list is empty for none. */
export const stagesOf = function* ({ id, channel_id }: Pick<BareEvent, "id" | "channel_id">) {
  const stages = channel_id === null ? [] : yield* Collections.stageInstances.by("channel", channel_id)
  return stages.filter((stage) => stage.guild_scheduled_event_id === id)
}
