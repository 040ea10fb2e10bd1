/** Times as people read them. */

const shortTime = new Intl.DateTimeFormat(undefined, { timeStyle: "short" })
const shortDate = new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" })
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: "long" })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" })

/** By the letter of `<t:…:letter>`. */
const STYLES: Readonly<Record<string, Intl.DateTimeFormat>> = {
  t: shortTime,
  T: new Intl.DateTimeFormat(undefined, { timeStyle: "medium" }),
  d: new Intl.DateTimeFormat(undefined, { dateStyle: "short" }),
  D: longDay,
  f: new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "short" }),
  F: full,
  s: shortDate,
  S: new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "medium" })
}

/** The latest that a date can hold. */
const MAX_MS = 8.64e15

const isDate = (ms: number): boolean => Number.isFinite(ms) && Math.abs(ms) <= MAX_MS

const formatted = (format: Intl.DateTimeFormat | undefined, ms: number): string =>
  isDate(ms) && format !== undefined ? format.format(ms) : "at no time"

export const inStyle = (ms: number, style: string): string => formatted(STYLES[style] ?? STYLES["f"], ms)
export const fully = (ms: number): string => formatted(full, ms)
export const timeOnly = (ms: number): string => formatted(shortTime, ms)
export const dayOnly = (ms: number): string => formatted(longDay, ms)

const DAY_MS = 86_400_000

/** The local day of a time as a number. Days are compared far more often than shown. */
export const dayNumber = (ms: number): number => {
  const date = new Date(ms)
  return date.getFullYear() * 400 + date.getMonth() * 32 + date.getDate()
}

/** Beside the author: the time today, otherwise with the day. */
export const besideAuthor = (ms: number, now: number): string => {
  if (dayNumber(ms) === dayNumber(now)) return timeOnly(ms)
  if (dayNumber(ms) === dayNumber(now - DAY_MS)) return `Yesterday, ${timeOnly(ms)}`
  return formatted(shortDate, ms)
}

const UNITS: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, seconds: number]> = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
]

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" })

/** “in 5 minutes”, “3 days ago”. */
export const relativeTo = (ms: number, now: number): string => {
  if (!isDate(ms)) return "at no time"
  const seconds = Math.round((ms - now) / 1_000)
  const [unit, size] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? (["second", 1] as const)
  return relative.format(Math.trunc(seconds / size), unit)
}
