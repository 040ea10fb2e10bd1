/**
 * The occurrences of a recurring event. All times are of UTC. Source: official OpenAPI document, `RecurrenceRule`; the
 * platform's documentation of scheduled events, "Guild Scheduled Event Recurrence Rule".
 */
import { Schema } from "effect"
import { parseTime } from "../base/IsoTime.ts"
import type { RecurrenceRule } from "../record/EventRecord.ts"
import { field, Int, list, needed, Text } from "../validation/Shape.ts"

/** The types of the fields of a rule, in a file and in a body. */
export const TYPES = {
  start: Text,
  end: Text,
  frequency: Int,
  interval: Int,
  by_weekday: list(Int, 7),
  by_n_weekday: list(Schema.Struct({ n: field(Int), day: field(Int) }), 7),
  by_month: list(Int, 12),
  by_month_day: list(Int, 33),
  by_year_day: list(Int, 367),
  count: Int
}

/** A rule as a body gives it; the rules of the world judge it. */
export const Rule = Schema.Struct({
  start: needed(TYPES.start),
  end: field(TYPES.end),
  frequency: needed(TYPES.frequency),
  interval: field(TYPES.interval),
  by_weekday: field(TYPES.by_weekday),
  by_n_weekday: field(TYPES.by_n_weekday),
  by_month: field(TYPES.by_month),
  by_month_day: field(TYPES.by_month_day),
  by_year_day: field(TYPES.by_year_day),
  count: field(TYPES.count)
}).annotate({ identifier: "RecurrenceRuleBody" })

export const Frequency = { YEARLY: 0, MONTHLY: 1, WEEKLY: 2, DAILY: 3 } as const

const DAY_MS = 86_400_000

/** How far ahead an occurrence is looked for: 29 February comes at least every eight years. */
const HORIZON_DAYS = 3_000

/** Starts of occurrences that come behind a time, the earliest first. */
export function* occurrencesAfter(rule: RecurrenceRule, afterMs: number): Generator<number> {
  const startMs = parseTime(rule.start) ?? 0
  const first = Math.max(0, Math.floor((afterMs - startMs) / DAY_MS))
  for (let day = first; day <= first + HORIZON_DAYS; day++) {
    const ms = startMs + day * DAY_MS
    if (ms > afterMs && isOn(rule, startMs, ms)) yield ms
  }
}

/** Whether an occurrence starts at this time. */
export const occursAt = (rule: RecurrenceRule, ms: number): boolean => {
  const startMs = parseTime(rule.start) ?? 0
  return ms >= startMs && (ms - startMs) % DAY_MS === 0 && isOn(rule, startMs, ms)
}

const isOn = (rule: RecurrenceRule, startMs: number, ms: number): boolean => {
  const day = dayOf(ms)
  const weeks = weekOf(ms) - weekOf(startMs)
  switch (rule.frequency) {
    case Frequency.DAILY:
      return rule.by_weekday?.includes(day.weekday) ?? true
    case Frequency.WEEKLY:
      return weeks % rule.interval === 0 && (rule.by_weekday ?? [dayOf(startMs).weekday]).includes(day.weekday)
    case Frequency.MONTHLY:
      return rule.by_n_weekday == null
        ? day.date === dayOf(startMs).date
        : rule.by_n_weekday.some((one) => one.day === day.weekday && isNth(one.n, day))
    default: {
      const start = dayOf(startMs)
      return (
        (rule.by_month ?? [start.month]).includes(day.month) && (rule.by_month_day ?? [start.date]).includes(day.date)
      )
    }
  }
}

/** The fifth is the last of the month. */
const isNth = (n: number, { date, last }: Day): boolean => (n === 5 ? date > last - 7 : Math.ceil(date / 7) === n)

/** Weeks begin on Monday; 1 January 1970 was a Thursday. */
const weekOf = (ms: number): number => Math.floor((Math.floor(ms / DAY_MS) + 3) / 7)

interface Day {
  /** 0 is Monday. */
  readonly weekday: number
  readonly date: number
  readonly month: number
  /** The last date of the month. */
  readonly last: number
}

/** The date of the civil calendar, by the era-based algorithm: without a clock, and for any time. */
const dayOf = (ms: number): Day => {
  const days = Math.floor(ms / DAY_MS)
  const { year, month, date } = civil(days)
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
  const last = civil(daysBefore(next.year, next.month) - 1).date
  return { weekday: (((days + 3) % 7) + 7) % 7, date, month, last }
}

const civil = (days: number) => {
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const inEra = z - era * 146_097
  const yearOfEra = Math.floor(
    (inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365
  )
  const inYear = inEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * inYear + 2) / 153)
  const date = inYear - Math.floor((153 * shifted + 2) / 5) + 1
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, date }
}

/** The days from 1970 to the first of a month. */
const daysBefore = (year: number, month: number): number => {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const inEra = y - era * 400
  const inYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5)
  return era * 146_097 + inEra * 365 + Math.floor(inEra / 4) - Math.floor(inEra / 100) + inYear - 719_468
}
