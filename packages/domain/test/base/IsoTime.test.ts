import { expect, test } from "vitest"
import { formatTime, parseTime } from "../../src/base/IsoTime.ts"

test.each([
  ["2026-01-01", Date.UTC(2026, 0, 1)],
  ["2026-01-01T10:20Z", Date.UTC(2026, 0, 1, 10, 20)],
  ["2026-01-01T10:20:30.5Z", Date.UTC(2026, 0, 1, 10, 20, 30, 500)],
  ["2026-01-01T00:00:00+02:00", Date.UTC(2025, 11, 31, 22)],
  ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)]
])("%s is a moment", (text, ms) => {
  expect(parseTime(text)).toBe(ms)
})

test.each([
  "",
  "now",
  "2026",
  "2026-1-1",
  "2025-02-29",
  "2026-13-01",
  "2026-01-01T25:00:00Z",
  "2026-01-01T10:00:00",
  " 2026-01-01"
])("%j is no moment", (text) => {
  expect(parseTime(text)).toBeUndefined()
})

test("a moment is written with milliseconds and Z", () => {
  expect(formatTime(0)).toBe("1970-01-01T00:00:00.000Z")
})
