/** Answers to agents are bounded in bytes: a model pays for each. Our choice: docs/choices.md "Command line". */
import { isPlain } from "@backlot/scenario/Fields"

/** Of the text of an answer, and of its value; together below 64 KiB. */
export const TEXT_BYTES = 16 * 1024
export const VALUE_BYTES = 46 * 1024

interface Bounding {
  readonly text: string
  readonly value: object | undefined
}

/** A value that is too large loses the ends of its longest texts, then of its lists, and says so in `shortened`. */
export const bounded = ({ text, value }: Bounding): Bounding => {
  const short = cut(text, TEXT_BYTES)
  if (value === undefined || bytesOf(value) <= VALUE_BYTES) return { text: short, value }
  for (const limits of LIMITS) {
    const smaller = { ...shorten(value, limits), shortened: SHORTENED }
    if (bytesOf(smaller) <= VALUE_BYTES) return { text: short, value: smaller }
  }
  return { text: short, value: { shortened: SHORTENED } }
}

const SHORTENED =
  "It was larger than 46 KiB: texts and lists were cut at their end. Ask for less at a time, or have it written to a file."

const MORE = "\n… the rest was left out: ask for less at a time, or have it written to a file"

/** At most this many bytes of UTF-8, at the end of a line where there is one. */
export const cut = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text
  const kept = Buffer.from(text).subarray(0, bytes - MORE.length - 2)
  // A character that was cut in two is left out.
  const whole = kept.toString("utf8").replace(/\uFFFD+$/, "")
  const line = whole.lastIndexOf("\n")
  return (line > whole.length / 2 ? whole.slice(0, line) : whole) + MORE
}

interface Limits {
  readonly text: number
  readonly items: number
}

const LIMITS: ReadonlyArray<Limits> = [
  { text: 2_000, items: 100 },
  { text: 1_000, items: 40 },
  { text: 400, items: 20 },
  { text: 200, items: 8 },
  { text: 100, items: 3 }
]

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "")

const shorten = (value: object, limits: Limits): object =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortenOne(one, limits)]))

const shortenOne = (value: unknown, limits: Limits): unknown => {
  if (typeof value === "string") return value.length > limits.text ? `${value.slice(0, limits.text)}…` : value
  if (Array.isArray(value)) return value.slice(0, limits.items).map((one) => shortenOne(one, limits))
  return isPlain(value) ? shorten(value, limits) : value
}
