/**
 * Bodies that create and edit rules of automatic moderation; the rules of the world judge them. A field that another kind of
 * rule has is left out. Source: official OpenAPI document, `create_auto_moderation_rule`, `update_auto_moderation_rule`.
 */
import { Schema } from "effect"
import { type ElementBody, said } from "../element/ElementBody.ts"
import { presence } from "../error/FormError.ts"
import { limits, METADATA, RuleAction, RuleEvent, TRIGGER_TYPES } from "../record/AutoModeration.ts"
import { at } from "../validation/Rule.ts"
import { Bool, decoder, field, Id, Int, list, models, needed, Text } from "../validation/Shape.ts"
import { atMost, described, oneOf, text, whole } from "../validation/ShapeLimits.ts"

const words = field(list(text(1, limits.keywordMax), limits.keywords))

const Metadata = Schema.Struct({
  keyword_filter: words,
  regex_patterns: field(list(text(1, limits.patternMax), limits.patterns)),
  presets: field(list(oneOf(Int, [1, 2, 3]), 3)),
  allow_list: words,
  mention_total_limit: field(whole(0, limits.mentions)),
  mention_raid_protection_enabled: field(Bool)
}).annotate({ identifier: "AutoModerationMetadataBody" })

const ActionMetadata = Schema.Struct({
  channel_id: field(Id),
  duration_seconds: field(whole(0, limits.timeoutMaxSeconds)),
  custom_message: field(text(0, limits.customMessageMax))
}).annotate({ identifier: "AutoModerationActionMetadataBody" })

const Action = Schema.Struct({
  type: needed(oneOf(Int, Object.values(RuleAction))),
  metadata: field(ActionMetadata)
}).annotate({ identifier: "AutoModerationActionBody" })

const event = oneOf(Int, Object.values(RuleEvent))

const shared = {
  trigger_metadata: field(Metadata),
  actions: field(models(Action, limits.actions)),
  enabled: field(Bool),
  exempt_roles: field(atMost(list(Id, limits.exemptRoles), limits.exemptRoles)),
  exempt_channels: field(atMost(list(Id, limits.exemptChannels), limits.exemptChannels))
}

export const NewRule = Schema.Struct({
  name: needed(text(1, limits.nameMax)),
  event_type: needed(event),
  trigger_type: needed(oneOf(Int, TRIGGER_TYPES)),
  ...shared
}).annotate({ identifier: "NewAutoModerationRuleBody" })

export const RuleEdit = Schema.Struct({
  name: field(described(Text, `At most ${limits.nameMax} characters.`)),
  event_type: field(event),
  trigger_type: field(described(oneOf(Int, TRIGGER_TYPES), "Never changes.")),
  ...shared
}).annotate({ identifier: "AutoModerationRuleBody" })

const decode = decoder(RuleEdit)

/** A new rule is off unless its body turns it on. */
export const newRule = (sent: unknown): ElementBody => {
  const { value, faults } = decode(sent)
  const { body, ...read } = bodyOf(value, Number(value.trigger_type))
  return {
    ...read,
    body: { enabled: false, ...body },
    faults: [...faults, ...at(["event_type"], presence(value.event_type))]
  }
}

export const ruleEdit = (sent: unknown, triggerType: number): ElementBody => {
  const { value, faults } = decode(sent)
  return { ...bodyOf(value, triggerType), faults }
}

const bodyOf = (value: typeof RuleEdit.Type, triggerType: number): ElementBody => {
  const { trigger_metadata: metadata, actions } = value
  const known = METADATA[triggerType] ?? []
  const kept = metadata && Object.fromEntries(Object.entries(metadata).filter(([name]) => known.includes(name)))
  return {
    body: said({
      name: value.name ?? undefined,
      event_type: value.event_type ?? undefined,
      trigger_type: value.trigger_type ?? undefined,
      trigger_metadata: kept ?? undefined,
      actions: actions?.map(ownMetadata) ?? undefined,
      enabled: value.enabled ?? undefined,
      exempt_roles: value.exempt_roles ?? undefined,
      exempt_channels: value.exempt_channels ?? undefined
    }),
    faults: [],
    places: {}
  }
}

/** Libraries send every field of every action. */
const ownMetadata = ({ type, metadata }: typeof Action.Type) => {
  const { channel_id, duration_seconds, custom_message } = metadata ?? {}
  const own = {
    ...(type === RuleAction.BLOCK_MESSAGE ? { custom_message } : {}),
    ...(type === RuleAction.SEND_ALERT_MESSAGE ? { channel_id } : {}),
    ...(type === RuleAction.TIMEOUT ? { duration_seconds } : {})
  }
  return said({ type, metadata: said(own) })
}

/** Whether a body gives a time-out. */
export const givesTimeout = ({ body: { actions } }: ElementBody): boolean =>
  Array.isArray(actions) && actions.some((action) => Reflect.get(Object(action), "type") === RuleAction.TIMEOUT)
