/** A rule of automatic moderation. */

import type { Snowflake } from "../../base/Snowflake.ts"
import { fault } from "../../error/Fault.ts"
import { of } from "../../error/FormError.ts"
import { UnknownAutoModerationRule } from "../../error/ServiceError.ts"
import {
  type AutoModerationAction,
  type AutoModerationRule,
  limits,
  METADATA,
  RuleAction,
  TRIGGER_TYPES,
  TriggerType
} from "../../record/AutoModeration.ts"
import type { Guild, World } from "../../record/World.ts"
import { Any, Bool, Id, Int, list, Text } from "../../validation/Shape.ts"
import { isGone } from "../field/Gone.ts"
import * as Rule from "../rule/AutoModeration.ts"
import { between, distinct, each, length, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { held, inside, type Placed } from "../rule/Placed.ts"
import { anyRoleOfGuild, channelOfGuild } from "../rule/Relation.ts"
import { onceInList } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import { type Element, type GuildKind, isOther, withoutGuild } from "./Element.ts"

const words = (max: number) => [list(Any), size(0, max), each(Value.text, length(1, limits.keywordMax))] as const

const Metadata = fieldsOf("trigger_metadata", {
  keyword_filter: words(limits.keywords),
  regex_patterns: [list(Any), size(0, limits.patterns), each(Value.text, length(1, limits.patternMax), Rule.pattern)],
  presets: [list(Any), size(0, 3), each(oneOf([1, 2, 3])), distinct],
  // The rule of the trigger type says how many.
  allow_list: words(limits.keywords),
  mention_total_limit: [Int, between(0, limits.mentions)],
  mention_raid_protection_enabled: [Bool]
})

const ActionMetadata = fieldsOf("auto_moderation_action_metadata", {
  channel_id: [Id, channelOfGuild],
  duration_seconds: [Int, between(0, limits.timeoutMaxSeconds)],
  custom_message: [Text, length(0, limits.customMessageMax)]
})

const Action = fieldsOf("auto_moderation_action", {
  type: [Int, required, oneOf(Object.values(RuleAction))],
  metadata: [ActionMetadata.shape, Rule.metadataOfAction]
})

const own = fieldsOf("auto_moderation_rule", {
  id: [Id, required],
  name: [Text, required, length(1, limits.nameMax)],
  creator_id: [Id, Value.account],
  event_type: [Int, oneOf([1, 2]), Rule.eventOfTrigger],
  trigger_type: [Int, required, oneOf(TRIGGER_TYPES)],
  trigger_metadata: [Metadata.shape, Rule.metadataOfTrigger],
  actions: [list(Action.shape), size(0, limits.actions), Rule.actionsOfTrigger],
  enabled: [Bool],
  exempt_roles: [list(Any), size(0, limits.exemptRoles), each(Value.id, anyRoleOfGuild), distinct],
  exempt_channels: [list(Any), size(0, limits.exemptChannels), each(Value.id, channelOfGuild), distinct]
})

type Draft = typeof own.shape.Type

const places = (rules: ReadonlyArray<Placed<Draft>>) => {
  const actions = inside(rules, "actions") as ReadonlyArray<Placed<typeof Action.shape.Type>>
  return {
    auto_moderation_rule: rules,
    trigger_metadata: held(rules, "trigger_metadata", (rule) => rule.trigger_metadata),
    auto_moderation_action: actions,
    auto_moderation_action_metadata: held(actions, "metadata", (action) => action.metadata)
  }
}

const defaults = {
  auto_moderation_rule: {
    trigger_metadata: {},
    actions: [],
    enabled: true,
    exempt_roles: [],
    exempt_channels: []
  },
  trigger_metadata: {
    keyword_filter: [],
    regex_patterns: [],
    presets: [],
    allow_list: [],
    mention_total_limit: 0,
    mention_raid_protection_enabled: false
  },
  auto_moderation_action: { metadata: {} },
  auto_moderation_action_metadata: { duration_seconds: 60 }
}

const build = ({ id: guild_id, owner_id }: Pick<Guild, "id" | "owner_id">, draft: Draft): AutoModerationRule => ({
  id: draft.id ?? "",
  guild_id,
  creator_id: draft.creator_id ?? owner_id,
  name: draft.name ?? "",
  event_type: Rule.eventOf(draft.trigger_type),
  actions: (draft.actions ?? []).map(builtAction),
  trigger_type: draft.trigger_type ?? TriggerType.KEYWORD,
  enabled: draft.enabled ?? defaults.auto_moderation_rule.enabled,
  exempt_roles: Value.texts(draft.exempt_roles),
  exempt_channels: Value.texts(draft.exempt_channels),
  trigger_metadata: builtMetadata(draft)
})

/** Each field of its trigger type. */
const builtMetadata = ({ trigger_type, trigger_metadata }: Draft): AutoModerationRule["trigger_metadata"] => {
  const given = trigger_metadata ?? {}
  const fields = METADATA[trigger_type ?? TriggerType.KEYWORD] ?? []
  return Object.fromEntries(
    fields.map((name) => [name, Reflect.get(given, name) ?? Reflect.get(defaults.trigger_metadata, name)])
  )
}

const builtAction = ({ type, metadata }: typeof Action.shape.Type): AutoModerationAction => {
  const { channel_id, custom_message, duration_seconds } = metadata ?? {}
  const none = defaults.auto_moderation_action_metadata.duration_seconds
  return {
    type: type ?? RuleAction.BLOCK_MESSAGE,
    metadata: {
      ...(channel_id == null ? {} : { channel_id }),
      ...(type === RuleAction.TIMEOUT ? { duration_seconds: duration_seconds ?? none } : {}),
      ...(custom_message == null || custom_message === "" ? {} : { custom_message })
    }
  }
}

/**
 * It outlives its creator, whom the owner of the guild follows, and what it exempts; an alert goes with its channel. Our choice:
 * docs/choices.md "Automatic moderation".
 */
const without: Element<AutoModerationRule>["without"] = (rule, gone, world) => {
  const { guild_id, creator_id } = rule
  if (isGone(gone, "guilds", guild_id)) return undefined
  const exempt_roles = rule.exempt_roles.filter((id) => !isGone(gone, "roles", guild_id, id))
  const exempt_channels = rule.exempt_channels.filter((id) => !isGone(gone, "channels", id))
  const actions = rule.actions.filter(({ metadata: { channel_id: id } }) => !id || !isGone(gone, "channels", id))
  const owner = world.guilds.find(({ id }) => id === guild_id)?.owner_id
  const isOrphan = owner !== undefined && isGone(gone, "account", creator_id)
  const isSame =
    exempt_roles.length === rule.exempt_roles.length &&
    exempt_channels.length === rule.exempt_channels.length &&
    actions.length === rule.actions.length
  if (isSame && !isOrphan) return rule
  return { ...rule, exempt_roles, exempt_channels, actions, creator_id: isOrphan ? owner : creator_id }
}

/** Code and text are our choice: docs/choices.md "Automatic moderation". */
const FIXED_TRIGGER = of("AUTO_MODERATION_TRIGGER_FIXED", "The trigger type of a rule never changes; make a new rule.")

const rulesOf = ({ auto_moderation_rules }: World, guildId: Snowflake) =>
  auto_moderation_rules.filter(({ guild_id }) => guild_id === guildId)

export const element = {
  list: "auto_moderation_rules",
  ...own,
  places,
  rules: { ...own.rules, ...Metadata.rules, ...Action.rules, ...ActionMetadata.rules },
  defaults,
  unique: [onceInList("auto_moderation_rule", "id", "The id of each rule must be unique.")],
  buildAll: (drafts, guild) => drafts.map((draft) => build(guild, draft)),
  toFile: withoutGuild,
  collections: ["auto_moderation_rule"],
  key: (r) => [r.guild_id, r.id],
  indexes: { user: (r) => [r.creator_id] },
  belongsTo: ["guild", "user"],
  without,
  event: (rule) => ({ guild_id: rule.guild_id, rule_id: rule.id, rule }),
  quietWithGuild: true,
  edit: {
    unknown: UnknownAutoModerationRule,
    siblings: "new",
    kept: ["creator_id"],
    fixed: ({ trigger_type }, before) =>
      before !== undefined && isOther(trigger_type, before["trigger_type"])
        ? [fault(["trigger_type"], FIXED_TRIGGER)]
        : [],
    record: ({ guild_id }, draft, world) => {
      const owner_id = world.guilds.find(({ id }) => id === guild_id)?.owner_id ?? ""
      return build({ id: guild_id, owner_id }, draft)
    },
    refused: (before, after, { guild_id }) => {
      const own = rulesOf(after, guild_id)
      const problem = own.length > rulesOf(before, guild_id).length ? Rule.crowded(own) : undefined
      return problem === undefined ? [] : [fault([], problem)]
    }
  }
} satisfies GuildKind<AutoModerationRule, Draft, "auto_moderation_rule">
