/** Dates as text: ISO 8601 to and from milliseconds since the Unix epoch. */
import { DateTime, Option } from "effect"

const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** The time of a date (midnight UTC) or of a date with time and offset; undefined for anything else. */
export const parseTime = (text: string): number | undefined => {
  const day = ISO.exec(text)?.[1]
  if (day === undefined || !isDay(day)) return undefined
  return Option.getOrUndefined(Option.map(DateTime.make(text), DateTime.toEpochMillis))
}

/** `2026-01-01T00:00:00.000Z`. */
export const formatTime = (ms: number): string => DateTime.formatIso(DateTime.makeUnsafe(ms))

// JavaScript's parser turns 30 February into 2 March, but such a date is a typing error. Every month has 28 days.
const isDay = (day: string): boolean =>
  day.slice(-2) <= "28" ||
  Option.match(DateTime.make(`${day}T00:00:00Z`), {
    onNone: () => false,
    onSome: (date) => DateTime.formatIso(date).startsWith(day)
  })

/** `2025-06-06T10:06:39.888000+00:00`: six fractional digits and a numeric zero offset. */
export const formatTimestamp = (ms: number): string => formatTime(ms).replace("Z", "000+00:00")

/** The same time in wire form; undefined for text that is not a time. */
export const toTimestamp = (text: string): string | undefined => {
  const ms = parseTime(text)
  return ms === undefined ? undefined : formatTimestamp(ms)
}
