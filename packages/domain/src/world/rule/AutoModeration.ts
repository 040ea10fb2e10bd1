/** Rules of rules of automatic moderation: what goes with which trigger. */
import { compile } from "../../moderation/Pattern.ts"
import { limits, METADATA, RuleAction, RuleEvent, TriggerType } from "../../record/AutoModeration.ts"
import { type Check, type Problem, present } from "./Check.ts"
import * as WorldError from "./WorldError.ts"

/** The metadata that each action has. */
const ACTION_METADATA: Readonly<Record<number, string>> = {
  [RuleAction.BLOCK_MESSAGE]: "custom_message",
  [RuleAction.SEND_ALERT_MESSAGE]: "channel_id",
  [RuleAction.TIMEOUT]: "duration_seconds"
}

/** What may happen on each trigger type. */
const ACTIONS: Readonly<Record<number, ReadonlyArray<number>>> = {
  [TriggerType.KEYWORD]: [1, 2, 3],
  [TriggerType.SPAM]: [1, 2],
  [TriggerType.KEYWORD_PRESET]: [1, 2],
  [TriggerType.MENTION_SPAM]: [1, 2, 3],
  [TriggerType.MEMBER_PROFILE]: [2, 4]
}

/** A member's profile is judged when the member changes, anything else when a message is sent. */
export const eventOf = (triggerType: unknown): number =>
  triggerType === TriggerType.MEMBER_PROFILE ? RuleEvent.MEMBER_UPDATE : RuleEvent.MESSAGE_SEND

export const eventOfTrigger: Check = present((value, { element }) =>
  value === eventOf(element["trigger_type"]) ? undefined : WorldError.wrongRuleEvent
)

const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

const given = (fields: Readonly<Record<string, unknown>>) =>
  Object.keys(fields).filter((name) => fields[name] !== undefined && fields[name] !== null)

/** Each field belongs to the trigger type, and the allow list has the length of that. */
export const metadataOfTrigger: Check = {
  judge: (value, { element }) => {
    const type = Number(element["trigger_type"])
    const known = METADATA[type]
    if (known === undefined) return []
    const fields = object(value)
    const foreign = given(fields).filter((name) => ALL.has(name) && !known.includes(name))
    const list = fields["allow_list"]
    const max: number = Object.hasOwn(limits.allowed, type) ? Reflect.get(limits.allowed, type) : 0
    const isLong = Array.isArray(list) && known.includes("allow_list") && list.length > max
    return [
      ...foreign.map((name) => ({ ...WorldError.notOfTrigger(type), path: [name] })),
      ...(isLong ? [{ ...WorldError.tooManyAllowed(max), path: ["allow_list"] }] : [])
    ]
  }
}

const ALL = new Set(Object.values(METADATA).flat())

export const actionsOfTrigger: Check = {
  judge: (value, { element }) => {
    const type = Number(element["trigger_type"])
    const possible = ACTIONS[type]
    if (!Array.isArray(value) || possible === undefined) return []
    return value.flatMap((action, i): ReadonlyArray<Problem> => {
      const own = object(action)["type"]
      return typeof own !== "number" || possible.includes(own) || !KNOWN.has(own)
        ? []
        : [{ ...WorldError.wrongRuleAction(type), path: [i, "type"] }]
    })
  }
}

const KNOWN = new Set<number>(Object.values(RuleAction))

/** An alert has its channel; no action has the field of another. */
export const metadataOfAction: Check = {
  judge: (value, { element }) => {
    const type = Number(element["type"])
    const own = ACTION_METADATA[type] ?? ""
    const fields = object(value)
    const foreign = given(fields).filter((name) => name !== own && ACTION_FIELDS.has(name))
    const isMissing = type === RuleAction.SEND_ALERT_MESSAGE && !given(fields).includes(own)
    return [
      ...foreign.map((name) => ({ ...WorldError.notOfAction, path: [name] })),
      ...(isMissing ? [{ ...WorldError.alertChannel, path: ["channel_id"] }] : [])
    ]
  }
}

const ACTION_FIELDS = new Set(Object.values(ACTION_METADATA))

export const pattern: Check = present((value) =>
  typeof value !== "string" || value.length > 4 * limits.patternMax || compile(value) !== undefined
    ? undefined
    : WorldError.badPattern
)

const typesIn = (rules: ReadonlyArray<unknown>): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const rule of rules) {
    const type = Number(object(rule)["trigger_type"])
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return counts
}

/** Undefined where there are not too many rules of a trigger type. */
export const crowded = (rules: ReadonlyArray<unknown>): Problem | undefined => {
  for (const [type, count] of typesIn(rules)) {
    const max: number = Object.hasOwn(limits.perType, type) ? Reflect.get(limits.perType, type) : limits.perGuild
    if (count > max) return WorldError.tooManyRules(type, max)
  }
  return undefined
}

export const notCrowded: Check = present((value) => (Array.isArray(value) ? crowded(value) : undefined))
