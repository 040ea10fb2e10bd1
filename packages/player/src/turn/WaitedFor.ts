/** What there was instead of what a wait was for: a short text, and the nearest item for comparison. */
import { headline } from "@backlot/scenario/describe/DescribeMessage"
import { formatValue, oneLine } from "@backlot/scenario/match/DescribeValue"
import { match } from "@backlot/scenario/match/Match"
import { describeNearest } from "@backlot/scenario/match/Mismatch"
import type { SeenMessage } from "@backlot/scenario/Outcome"
import { looksLike, meantOf } from "./MessageRefs.ts"

export interface Instead {
  /** What the wait was for, in one line. */
  readonly wanted: string
  /** For a comparison line by line; undefined: there was nothing. */
  readonly expected: unknown
  readonly actual: unknown
  /** For example `there was carol: "hello"`. */
  readonly told: string
}

/** For messages that the user sees, oldest first. */
export const messageInstead = (wanted: unknown, messages: ReadonlyArray<SeenMessage>): Instead => ({
  wanted: formatValue(wanted),
  expected: wanted,
  actual: nearestOf(
    wanted,
    messages.map((one) => meantOf(wanted, one))
  ),
  told: messages.length === 0 ? "the user sees no message here" : tellThose(messages.map(inShort))
})

/** For messages that should be gone. */
export const messageStill = (wanted: unknown, messages: ReadonlyArray<SeenMessage>): Instead => {
  const still = messages.filter((one) => looksLike(one, wanted)).map(inShort)
  return { wanted: formatValue(wanted), expected: null, actual: still, told: tellThose(still) }
}

/** An event or a dispatch. */
export interface Typed {
  readonly type: string
  readonly data: unknown
}

/** If items of the type came, what the nearest lacks; else the types of all items. */
export const typedInstead = (type: string, data: unknown, came: ReadonlyArray<Typed>): Instead => {
  const wanted = data === undefined ? type : `${type} with ${formatValue(data)}`
  const datas = came.flatMap((one) => (one.type === type ? [one.data] : []))
  if (datas.length > 0) {
    const told = `${datas.length} of this type came${describeNearest(data, datas, match)}`
    return { wanted, expected: data, actual: nearestOf(data, datas), told }
  }
  const types = [...Map.groupBy(came, (one) => one.type)].map(([name, all]) =>
    all.length === 1 ? name : `${name} (${all.length} times)`
  )
  return {
    wanted,
    expected: type,
    actual: types.length === 0 ? undefined : types,
    told: types.length === 0 ? "nothing came" : tellThose(types)
  }
}

/** The newest of those with the fewest differences. */
const nearestOf = (wanted: unknown, all: ReadonlyArray<unknown>): unknown =>
  all.reduce<{ readonly one: unknown; readonly lacks: number }>(
    (best, one) => {
      const lacks = match(wanted, one).length
      return lacks <= best.lacks ? { one, lacks } : best
    },
    { one: undefined, lacks: Number.POSITIVE_INFINITY }
  ).one

/** The newest are named; the others are counted. */
const TOLD = 5
const WIDTH = 100

const inShort = (message: SeenMessage): string => oneLine(headline(message), WIDTH)

const tellThose = (all: ReadonlyArray<string>): string => {
  const before = all.length > TOLD ? `${all.length}, at last ` : ""
  return `there ${all.length === 1 ? "was" : "were"} ${before}${all.slice(-TOLD).join(", ")}`
}
