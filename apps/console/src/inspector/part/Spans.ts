/** Times and spans of time, as people read and write them. */

/** `08:15:02.114`, in UTC as the service's own times. */
export const clockTime = (ms: number): string => new Date(ms).toISOString().slice(11, 23)

export const fullTime = (ms: number): string => new Date(ms).toISOString().replace("T", " ").replace("Z", "")

/** `39 ms`, `2.4 s`, `3 min 12 s`, `4 h 2 min`, `7 d 3 h`. */
export const span = (ms: number): string => {
  const all = Math.abs(ms)
  if (all < 1_000) return `${Math.round(all)} ms`
  if (all < 10_000) return `${(all / 1_000).toFixed(1)} s`
  const seconds = Math.floor(all / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return two(minutes, "min", seconds % 60, "s")
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return two(hours, "h", minutes % 60, "min")
  return two(Math.floor(hours / 24), "d", hours % 24, "h")
}

const two = (a: number, unit: string, b: number, small: string) =>
  b === 0 ? `${a} ${unit}` : `${a} ${unit} ${b} ${small}`

/** `15min`, `1h 30min`, `2d`, `90s`, `500ms`; a number alone is seconds. Undefined: it is no time. */
export const readSpan = (text: string): number | undefined => {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)\s*/gi)]
  if (parts.length === 0 || parts.map(([all]) => all).join("") !== text.trim()) return undefined
  let sum = 0
  for (const [, count, unit = ""] of parts) {
    const factor = UNITS[unit.toLowerCase()]
    if (factor === undefined) return undefined
    sum += Number(count) * factor
  }
  return Math.round(sum)
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  "": 1_000,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000
}
