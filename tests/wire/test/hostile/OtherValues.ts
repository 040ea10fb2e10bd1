/** A valid body with one of its values changed to another that may be valid, and where two JSON values differ. */
import * as Play from "../Harbour.ts"
import { PIXEL } from "./GuildSamples.ts"

export type Path = ReadonlyArray<string | number>

/** The places of a body without others in them. */
export const leavesOf = (value: unknown, path: Path = []): ReadonlyArray<Path> => {
  if (typeof value !== "object" || value === null) return [path]
  const inner = Object.entries(value)
  if (inner.length === 0) return [path]
  return inner.flatMap(([key, held]) => leavesOf(held, [...path, Array.isArray(value) ? Number(key) : key]))
}

export const withValue = (value: unknown, [key, ...rest]: Path, wanted: unknown): unknown => {
  if (key === undefined) return wanted
  if (Array.isArray(value)) return value.map((held, i) => (i === key ? withValue(held, rest, wanted) : held))
  const fields: Readonly<Record<string, unknown>> = Object(value)
  return { ...fields, [key]: withValue(fields[key], rest, wanted) }
}

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner == null ? undefined : Reflect.get(Object(inner), key)), value)

/** As `a[].b`: the place without its numbers. */
export const nameOf = (path: Path): string =>
  path
    .map((key) => (typeof key === "number" ? "[]" : `.${key}`))
    .join("")
    .replace(/^\./, "")

const IDS = [Play.BOB, Play.ALICE, Play.ZOE, Play.MODERATOR, Play.GENERAL, Play.STAFF_ROOM, Play.STAGE, Play.APP]
const WORDS = [
  "other",
  "0a0b0c",
  "a",
  "light",
  "match_all",
  "LOBBY_MESSAGE_CREATE",
  "https://example.com/other",
  "de",
  "us-west"
]

/** Other values for one, the likeliest first. */
export const othersOf = (value: unknown): ReadonlyArray<unknown> => {
  const all = (() => {
    if (typeof value === "boolean") return [!value]
    if (Array.isArray(value)) return [...IDS.map((id) => [id]), ["x"], [1]]
    if (typeof value === "number")
      return [
        value + 1,
        value ^ 4,
        value ^ 16,
        value ^ 8192,
        value - 1,
        0,
        1,
        2,
        3,
        60,
        1440,
        3600,
        value * 2,
        value / 2
      ]
    if (typeof value !== "string") return [PIXEL, "other", 1, true, "2", [], ...IDS]
    if (/^\d{15,}$/.test(value)) return [...IDS, null]
    if (/^\d+$/.test(value)) return ["2048", "1024", "1", "0", "2"]
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return ["2030-01-01T01:00:00.000Z", new Date(Date.now() + 1e6).toISOString()]
    if (value.startsWith("data:")) return [null]
    return [`${value}x`, value.slice(0, -1), "🐟", ...WORDS, null]
  })()
  return all.filter((one) => one !== value)
}

/** Where two JSON values differ. */
export const differences = (one: unknown, other: unknown, path = ""): ReadonlyArray<string> => {
  if (Object.is(one, other)) return []
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return [path]
  const [first, second]: ReadonlyArray<Readonly<Record<string, unknown>>> = [Object(one), Object(other)]
  const keys = new Set([...Object.keys(first ?? {}), ...Object.keys(second ?? {})])
  return [...keys].flatMap((key) => differences(first?.[key], second?.[key], `${path}/${key}`))
}
