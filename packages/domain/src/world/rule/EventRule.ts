/**
 * Rules of scheduled events and stages. Source: the platform's documentation of scheduled events, "Field Requirements By
 * Entity Type", "System limitations" of recurrence rules. Codes and texts are our choice: docs/choices.md "Scheduled events".
 */
import { parseTime } from "../../base/IsoTime.ts"
import { isSnowflake } from "../../base/Snowflake.ts"
import * as FormError from "../../error/FormError.ts"
import { DAILY_SETS, WEEKLY_INTERVALS } from "../../record/EventLimits.ts"
import { ChannelType } from "../../record/WorldVocabulary.ts"
import { Frequency } from "../../scheduled-event/Recurrence.ts"
import { EntityType, HOSTS } from "../../scheduled-event/ScheduledEvent.ts"
import { type At, always, type Check, type Problem, present } from "./Check.ts"
import { refersTo } from "./Value.ts"
import * as WorldError from "./WorldError.ts"

const error = (code: string, message: string): Problem => ({ code, message })

const NO_CHANNEL = error("WRONG_CHANNEL", "An external event (entity_type 3) has no channel.")
const WRONG_CHANNEL = error(
  "WRONG_CHANNEL",
  "An event of entity_type 1 takes place in a stage channel, one of entity_type 2 in a voice channel."
)
const NO_LOCATION = error("NOT_EXTERNAL", "Only an external event (entity_type 3) has a location.")
const END_BEFORE_START = error("GUILD_SCHEDULED_EVENT_END_BEFORE_START", "The event must end after it starts.")
const badRule = (message: string) => error("GUILD_SCHEDULED_EVENT_RECURRENCE_RULE_INVALID", message)

const channelTypeOf = (at: At, id: string) => at.references.guild(at.guild_id)?.channelType(id)

/** The channel that an event of its type takes place in. */
export const eventChannel: Check = always((value, at) => {
  const host = HOSTS[Number(at.element["entity_type"])]
  if (host === undefined) {
    return value !== undefined && at.element["entity_type"] === EntityType.EXTERNAL ? NO_CHANNEL : undefined
  }
  if (value === undefined) return FormError.required
  if (at.references.guild(at.guild_id) === undefined || !isSnowflake(value)) return undefined
  const type = channelTypeOf(at, value)
  if (type === undefined) return WorldError.unknownReference("channel of this guild", value)
  return type === host ? undefined : WRONG_CHANNEL
})

/** An external event ends; any event ends after it starts. */
export const eventEnd: Check = always((value, { element }) => {
  if (value === undefined) {
    return element["entity_type"] === EntityType.EXTERNAL ? FormError.required : undefined
  }
  const [start, end] = [element["scheduled_start_time"], value].map((time) =>
    typeof time === "string" ? parseTime(time) : undefined
  )
  return start !== undefined && end !== undefined && end <= start ? END_BEFORE_START : undefined
})

export const eventLocation: Check = always((value, { element }) => {
  const isExternal = element["entity_type"] === EntityType.EXTERNAL
  if (value === undefined) return isExternal ? FormError.required : undefined
  return isExternal ? undefined : NO_LOCATION
})

/** Only a voice channel has a status. */
export const voiceOnly: Check = present((_, { element }) =>
  element["type"] === ChannelType.GUILD_VOICE
    ? undefined
    : error("VOICE_ONLY", "Only a voice channel (type 2) has this field.")
)

export const stageChannel = refersTo(
  "stage channel of this guild",
  (id, at) => at.references.guild(at.guild_id) === undefined || channelTypeOf(at, id) === ChannelType.GUILD_STAGE_VOICE
)

export const eventOfGuild = refersTo(
  "scheduled event of this guild",
  (id, at) => at.references.guild(at.guild_id)?.scheduledEvent(id) ?? true
)

/** Only recurring events have exceptions. */
export const recurring: Check = present((value, { element }) =>
  Array.isArray(value) && value.length > 0 && (element["recurrence_rule"] ?? null) === null
    ? error("NOT_RECURRING", "Only an event with a recurrence_rule has exceptions.")
    : undefined
)

/** A rule that the platform accepts. */
export const recurrence: Check = {
  judge: (value) => (typeof value === "object" && value !== null ? ruleProblems({ ...value }) : [])
}

type Given = Readonly<Record<string, unknown>>

const ruleProblems = (rule: Given): ReadonlyArray<Problem> => {
  const at = (field: string, problem: Problem | undefined): ReadonlyArray<Problem> =>
    problem === undefined ? [] : [{ ...problem, path: [field] }]
  const { frequency, interval } = rule
  return [
    ...at("interval", intervalProblem(interval, frequency)),
    ...["end", "count", "by_year_day"].flatMap((field) => at(field, rule[field] == null ? undefined : NOT_SETTABLE)),
    ...Object.keys(WITH).flatMap((field) => at(field, fieldProblem(field, rule)))
  ]
}

const oneOf = (value: unknown, values: ReadonlyArray<number>) =>
  values.some((known) => known === value) ? undefined : FormError.choices(values)

const intervalProblem = (interval: unknown, frequency: unknown): Problem | undefined => {
  if (interval == null) return undefined
  return oneOf(interval, frequency === Frequency.WEEKLY ? WEEKLY_INTERVALS : [1])
}

const NOT_SETTABLE = badRule("This field cannot be set.")

/** The frequencies that each field belongs to. */
const WITH: Readonly<Record<string, ReadonlyArray<number>>> = {
  by_weekday: [Frequency.DAILY, Frequency.WEEKLY],
  by_n_weekday: [Frequency.MONTHLY],
  by_month: [Frequency.YEARLY],
  by_month_day: [Frequency.YEARLY]
}

/** The values of each field. */
const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  by_weekday: [0, 6],
  by_month: [1, 12],
  by_month_day: [1, 31]
}

const fieldProblem = (field: string, rule: Given): Problem | undefined => {
  const value = rule[field]
  if (value == null)
    return PARTNERS.has(field) && rule[PARTNERS.get(field) ?? ""] != null ? FormError.required : undefined
  if (!Array.isArray(value)) return undefined
  const { frequency } = rule
  if (!WITH[field]?.some((known) => known === frequency))
    return badRule("This field does not belong to this frequency.")
  if (field === "by_weekday" && frequency === Frequency.DAILY) return dailyProblem(value)
  if (value.length !== 1) return badRule("This field has exactly one entry.")
  if (field === "by_n_weekday") return nthProblem(value[0])
  const [min, max] = BOUNDS[field] ?? [0, 0]
  return value.every((one) => typeof one === "number" && one >= min && one <= max)
    ? undefined
    : badRule(`Each entry is from ${min} to ${max}.`)
}

/** By month and by day of the month come together. */
const PARTNERS: ReadonlyMap<string, string> = new Map([
  ["by_month", "by_month_day"],
  ["by_month_day", "by_month"]
])

const dailyProblem = (days: ReadonlyArray<unknown>): Problem | undefined => {
  const sorted = days.map(Number).toSorted((a, b) => a - b)
  const isKnown = DAILY_SETS.some((set) => set.length === sorted.length && set.every((day, i) => day === sorted[i]))
  return isKnown ? undefined : badRule("These days are no set on which a daily event can recur.")
}

const nthProblem = (one: unknown): Problem | undefined => {
  const { n, day }: { readonly n?: unknown; readonly day?: unknown } =
    typeof one === "object" && one !== null ? one : {}
  const isWithin = (value: unknown, min: number, max: number) =>
    typeof value === "number" && value >= min && value <= max
  return isWithin(n, 1, 5) && isWithin(day, 0, 6) ? undefined : badRule("n is from 1 to 5, and day from 0 to 6.")
}
