/** What there was instead of what a wait was for: a short text, and the nearest item for comparison. */
import { headline } from "@backlot/scenario/describe/DescribeMessage"
import { formatValue, oneLine } from "@backlot/scenario/match/DescribeValue"
import { match } from "@backlot/scenario/match/Match"
import { describeNearest } from "@backlot/scenario/match/Mismatch"
import type { SeenMessage } from "@backlot/scenario/Outcome"
import type { StageEvent } from "../stage/EventStream.ts"
import { looksLike, meantOf } from "./MessageRefs.ts"

export interface Instead {
  /** What the wait was for, in one line. */
  readonly wanted: string
  /** For a comparison line by line; undefined: there was nothing. */
  readonly expected: unknown
  readonly actual: unknown
  /** For example `there was carol: "hello"`. */
  readonly came: string
}

/** For messages that the user sees, oldest first. */
export const messageInstead = (wanted: unknown, messages: ReadonlyArray<SeenMessage>): Instead => ({
  wanted: formatValue(wanted),
  expected: wanted,
  actual: nearestOf(
    wanted,
    Array.from(messages, (one) => meantOf(wanted, one))
  ),
  came: messages.length === 0 ? "the user sees no message here" : describeAll(messages.map(inShort))
})

export const messageStill = (wanted: unknown, messages: ReadonlyArray<SeenMessage>): Instead => {
  const still = messages.filter((one) => looksLike(one, wanted)).map(inShort)
  return { wanted: formatValue(wanted), expected: null, actual: still, came: describeAll(still) }
}

type Typed = Pick<StageEvent, "type" | "data">

/** If items of the type came, what the nearest lacks; else the types of all items. */
export const typedInstead = (type: string, data: unknown, items: ReadonlyArray<Typed>): Instead => {
  const wanted = data === undefined ? type : `${type} with ${formatValue(data)}`
  const datas = items.flatMap((one) => (one.type === type ? [one.data] : []))
  if (datas.length > 0) {
    const came = `${datas.length} of this type came${describeNearest(data, datas, match)}`
    return { wanted, expected: data, actual: nearestOf(data, datas), came }
  }
  const types = [...Map.groupBy(items, (one) => one.type)].map(([name, all]) =>
    all.length === 1 ? name : `${name} (${all.length} times)`
  )
  if (types.length === 0) return { wanted, expected: type, actual: undefined, came: "nothing came" }
  return { wanted, expected: type, actual: types, came: describeAll(types) }
}

/** The newest of those with the fewest differences. */
const nearestOf = (wanted: unknown, all: ReadonlyArray<unknown>): unknown => {
  const judged = all.toReversed().map((one) => ({ one, lacks: match(wanted, one).length }))
  return judged.toSorted((a, b) => a.lacks - b.lacks)[0]?.one
}

/** The newest are named; the others are counted. */
const SHOWN = 5
const WIDTH = 100

const inShort = (message: SeenMessage): string => oneLine(headline(message), WIDTH)

const describeAll = (all: ReadonlyArray<string>): string => {
  const before = all.length > SHOWN ? `${all.length}, at last ` : ""
  return `there ${all.length === 1 ? "was" : "were"} ${before}${all.slice(-SHOWN).join(", ")}`
}
