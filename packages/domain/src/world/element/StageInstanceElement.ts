/** A stage channel that is live. */

import type { Snowflake } from "../../base/Snowflake.ts"
import { fault } from "../../error/Fault.ts"
import { UnknownStageInstance } from "../../error/ServiceError.ts"
import { limits } from "../../record/EventLimits.ts"
import type { StageInstance } from "../../record/World.ts"
import { Bool, Id, Int, Text } from "../../validation/Shape.ts"
import { isGone, ownerGone } from "../field/Gone.ts"
import { length, oneOf, required } from "../rule/Check.ts"
import { eventOfGuild, stageChannel } from "../rule/EventRule.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { idsOf, onceInList } from "../rule/Unique.ts"
import { duplicateEntry } from "../rule/WorldError.ts"
import { type Element, type GuildKind, withoutGuild } from "./Element.ts"

const own = fieldsOf("stage_instance", {
  id: [Id, required],
  channel_id: [Id, required, stageChannel],
  topic: [Text, required, length(1, limits.topicMax)],
  privacy_level: [Int, oneOf([1, 2])],
  discoverable_disabled: [Bool],
  guild_scheduled_event_id: [Id, eventOfGuild]
})

type Draft = typeof own.shape.Type

const defaults = {
  stage_instance: { privacy_level: 2, discoverable_disabled: true, guild_scheduled_event_id: null }
} as const

const build = (guild_id: Snowflake, draft: Draft): StageInstance => {
  const d = defaults.stage_instance
  return {
    id: draft.id ?? "",
    guild_id,
    channel_id: draft.channel_id ?? "",
    topic: draft.topic ?? "",
    privacy_level: draft.privacy_level === 1 ? 1 : d.privacy_level,
    discoverable_disabled: draft.discoverable_disabled ?? d.discoverable_disabled,
    guild_scheduled_event_id: draft.guild_scheduled_event_id ?? d.guild_scheduled_event_id
  }
}

/** A stage goes with its channel, and stays when its event goes. */
const without: Element<StageInstance>["without"] = (stage, gone) => {
  const { guild_id, channel_id, guild_scheduled_event_id: event } = stage
  if (ownerGone({ guild_id }, gone) || isGone(gone, "channels", channel_id)) return undefined
  return event !== null && isGone(gone, "scheduled_events", event)
    ? { ...stage, guild_scheduled_event_id: null }
    : stage
}

export const element = {
  list: "stage_instances",
  ...own,
  defaults,
  ids: idsOf("stage_instance"),
  unique: [onceInList("stage_instance", "channel_id", "A stage channel has one stage instance.")],
  buildAll: (drafts, { id }) => drafts.map((draft) => build(id, draft)),
  toFile: withoutGuild,
  collections: ["stage_instance"],
  key: (s) => [s.id],
  order: (s) => [s.guild_id, s.id],
  indexes: { guild: (s) => [s.guild_id], channel: (s) => [s.channel_id] },
  belongsTo: ["guild"],
  without,
  event: (stage) => ({ guild_id: stage.guild_id, channel_id: stage.channel_id, stage_instance: stage }),
  quietWithGuild: true,
  edit: {
    unknown: UnknownStageInstance,
    siblings: "always",
    record: ({ guild_id }, draft) => build(guild_id, draft),
    refused: (_, { stage_instances }, { stage_instance_id }) => {
      const channel = stage_instances.find(({ id }) => id === stage_instance_id)?.channel_id
      return stage_instances.filter(({ channel_id }) => channel_id === channel).length > 1
        ? [fault(["channel_id"], duplicateEntry("A stage channel has one stage instance."))]
        : []
    }
  }
} satisfies GuildKind<StageInstance, Draft, "stage_instance">
