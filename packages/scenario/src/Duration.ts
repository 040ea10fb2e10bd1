/** Durations as people write them: `200ms`, `3s`, `15m`, `1h`, `7d`. */
import { Schema } from "effect"

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const PATTERN = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

export const Duration = Schema.String.check(
  Schema.isPattern(PATTERN, { message: "a duration is a number with a unit: 200ms, 3s, 15m, 1h, 7d" })
).annotate({ identifier: "Duration" })

/** Undefined for any other text. */
export const millisOf = (text: string): number | undefined => {
  const [, number, unit] = PATTERN.exec(text) ?? []
  const factor = UNITS[unit ?? ""]
  return number === undefined || factor === undefined ? undefined : Math.round(Number(number) * factor)
}

export const formatMillis = (ms: number): string => {
  const fits = Object.entries(UNITS).findLast(([, factor]) => ms >= factor && ms % factor === 0)
  return fits === undefined ? `${ms}ms` : `${ms / fits[1]}${fits[0]}`
}
