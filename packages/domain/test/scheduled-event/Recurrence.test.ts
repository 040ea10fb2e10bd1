/** The occurrences of recurring events, beside those that a calendar shows. */
import { expect, test } from "vitest"
import type { RecurrenceRule } from "../../src/record/EventRecord.ts"
import { occurrencesAfter, occursAt } from "../../src/scheduled-event/Recurrence.ts"

const ANY = { interval: 1, by_weekday: null, by_n_weekday: null, by_month: null, by_month_day: null }

const first = (count: number, rule: Partial<RecurrenceRule> & Pick<RecurrenceRule, "start" | "frequency">) => {
  const days: Array<string> = []
  for (const ms of occurrencesAfter({ ...ANY, ...rule }, Date.parse(rule.start) - 1)) {
    days.push(new Date(ms).toISOString().slice(0, 10))
    if (days.length === count) break
  }
  return days
}

const start = "2027-01-01T18:30:00Z"

test.each([
  ["every day", { start, frequency: 3 }, ["2027-01-01", "2027-01-02", "2027-01-03"]],
  ["on weekends", { start, frequency: 3, by_weekday: [5, 6] }, ["2027-01-02", "2027-01-03", "2027-01-09"]],
  ["every week", { start, frequency: 2, by_weekday: [4] }, ["2027-01-01", "2027-01-08", "2027-01-15"]],
  ["every other week", { start, frequency: 2, interval: 2, by_weekday: [4] }, ["2027-01-01", "2027-01-15"]],
  [
    "on the second Monday of a month",
    { start, frequency: 1, by_n_weekday: [{ n: 2, day: 0 }] },
    ["2027-01-11", "2027-02-08", "2027-03-08"]
  ],
  [
    "on the last Friday of a month",
    { start, frequency: 1, by_n_weekday: [{ n: 5, day: 4 }] },
    ["2027-01-29", "2027-02-26", "2027-03-26"]
  ],
  ["every year", { start, frequency: 0, by_month: [7], by_month_day: [24] }, ["2027-07-24", "2028-07-24"]],
  ["on leap days", { start, frequency: 0, by_month: [2], by_month_day: [29] }, ["2028-02-29", "2032-02-29"]]
] as const)("%s", (_, rule, days) => {
  expect(first(days.length, rule)).toEqual(days)
})

test("ends where no day fits", () => {
  expect(first(1, { start, frequency: 0, by_month: [2], by_month_day: [31] })).toEqual([])
})

test("no occurrence is before the start or at another time of the day", () => {
  const rule = { ...ANY, start, frequency: 3 }
  expect(occursAt(rule, Date.parse("2027-01-05T18:30:00Z"))).toBe(true)
  expect(occursAt(rule, Date.parse("2027-01-05T18:31:00Z"))).toBe(false)
  expect(occursAt(rule, Date.parse("2026-12-31T18:30:00Z"))).toBe(false)
})
