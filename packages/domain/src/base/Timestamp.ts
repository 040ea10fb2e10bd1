/**
 * Timestamps as payloads and messages carry them. Source: wire-interactions.md §1.6: libraries in use cannot read a
 * `Z` suffix or another number of digits.
 */
import { formatTime, parseTime } from "./IsoTime.ts"

/** `2025-06-06T10:06:39.888000+00:00`: six fractional digits and a numeric zero offset. */
export const formatTimestamp = (ms: number): string => formatTime(ms).replace("Z", "000+00:00")

/** The same time in wire form; undefined for text that is not a time. */
export const toTimestamp = (text: string): string | undefined => {
  const ms = parseTime(text)
  return ms === undefined ? undefined : formatTimestamp(ms)
}
