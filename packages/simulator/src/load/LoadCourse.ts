/**
 * The course of a load: its level over time, as a sequence of straight lines; and when its plays begin: arrivals of the
 * open model, and the spans in which each virtual user of the closed model plays, in milliseconds since the load began.
 * Pure. Source: product.md "Scenario files" (load). The defaults are our choice: docs/choices.md "Load".
 */
import { BOUNDS } from "@backlot/scenario/Bounds"
import { millisOf } from "@backlot/scenario/Duration"
import type { LoadPlan } from "@backlot/scenario/LoadPlan"
import { Result } from "effect"
import type { LoadFault } from "./LoadFault.ts"

/** A straight line from one level to another. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly ms: number
}

export interface LoadCourse {
  /** open: levels are plays begun per second. closed: levels are virtual users. */
  readonly model: "open" | "closed"
  readonly segments: ReadonlyArray<Segment>
  /** The maximum of concurrent virtual users: a limit in the open model, the highest level in the closed one. */
  readonly most: number
  readonly duration_ms: number
  /** Plays that begin earlier are not counted. */
  readonly warmup_ms: number
  readonly think: { readonly min_ms: number; readonly max_ms: number }
}

/** The limit of the open model, if the plan sets none. */
export const MOST_AT_ONCE = BOUNDS.loadPlays.value

const DEFAULT_MS = 10_000

/** The course of a plan, or all its faults. */
export const courseOf = (plan: LoadPlan): Result.Result<LoadCourse, ReadonlyArray<LoadFault>> => {
  const { stages = [], users, rate } = plan
  const model = rate !== undefined || stages.some((stage) => stage.rate !== undefined) ? "open" : "closed"
  const segments = stages.length === 0 ? steady(plan, model) : staged(plan, model)
  const duration_ms = segments.reduce((sum, { ms }) => sum + ms, 0)
  const course = {
    model,
    segments,
    most: model === "open" ? (users ?? MOST_AT_ONCE) : Math.max(0, ...segments.flatMap(({ from, to }) => [from, to])),
    duration_ms,
    warmup_ms: millisOf(plan.warmup ?? "0ms") ?? 0,
    think: thinkOf(plan)
  } as const
  const faults = faultsOf(plan, course)
  return faults.length === 0 ? Result.succeed(course) : Result.fail(faults)
}

/** `200/s` or `30/m` as a rate per second. */
export const perSecond = (rate: string): number => {
  const [count = "0", unit] = rate.split("/")
  return Number(count) / (unit === "m" ? 60 : 1)
}

const steady = ({ users = 1, rate, duration }: LoadPlan, model: LoadCourse["model"]): ReadonlyArray<Segment> => {
  const level = model === "open" && rate !== undefined ? perSecond(rate) : users
  return [{ from: level, to: level, ms: duration === undefined ? DEFAULT_MS : (millisOf(duration) ?? 0) }]
}

/** The first stage begins at the plan's own rate or users, otherwise at 0; a stage without one keeps the level. */
const staged = ({ stages = [], users, rate }: LoadPlan, model: LoadCourse["model"]): ReadonlyArray<Segment> => {
  const segments: Array<Segment> = []
  let level = model === "open" ? perSecond(rate ?? "0/s") : (users ?? 0)
  for (const stage of stages) {
    const aim = model === "open" ? stage.rate : stage.users
    const to = aim === undefined ? level : typeof aim === "number" ? aim : perSecond(aim)
    segments.push({ from: level, to, ms: millisOf(stage.duration) ?? 0 })
    level = to
  }
  return segments
}

const thinkOf = ({ think }: LoadPlan): LoadCourse["think"] => {
  if (think === undefined) return { min_ms: 0, max_ms: 0 }
  const { min, max } = typeof think === "string" ? { min: think, max: think } : think
  return { min_ms: millisOf(min) ?? 0, max_ms: millisOf(max) ?? 0 }
}

const faultsOf = (plan: LoadPlan, course: LoadCourse): ReadonlyArray<LoadFault> => {
  const { stages = [], users, duration, think } = plan
  const when = (isWrong: boolean, path: string, message: string): ReadonlyArray<LoadFault> =>
    isWrong ? [{ path, message }] : []
  const both = stages.some((stage) => stage.users !== undefined) && course.model === "open"
  const count = (given: number | undefined, least: number, path: string) => {
    const isCount = given === undefined || (Number.isInteger(given) && given >= least)
    return when(!isCount, path, `a whole number of virtual users, ${least} or more`)
  }
  return [
    ...count(users, 1, "load.users"),
    ...stages.flatMap((stage, i) => count(stage.users, 0, `load.stages[${i}].users`)),
    ...when(both, "load.stages", "stages say either rate (arrivals) or users (virtual users), not both"),
    ...when(
      duration !== undefined && stages.length > 0,
      "load.duration",
      "stages have durations of their own: leave one of the two out"
    ),
    ...when(course.duration_ms <= 0, "load.duration", "a load takes time: give a duration above 0"),
    ...when(course.warmup_ms >= course.duration_ms, "load.warmup", "the warm-up must end before the load does"),
    ...when(course.think.min_ms > course.think.max_ms, "load.think", "min must not be above max"),
    ...when(think !== undefined && Number.isNaN(course.think.min_ms), "load.think", "a duration, or min and max"),
    ...when(
      course.duration_ms > 0 && course.segments.every(({ from, to }) => from === 0 && to === 0),
      "load",
      "no play would begin: give a rate or users above 0"
    )
  ]
}

/**
 * The moments when plays become due: play k (from 0) when the area under the rate reaches k. A steady rate arrives in
 * even steps from 0; a rising ramp arrives more and more densely.
 */
export function* arrivals({ segments }: Pick<LoadCourse, "segments">): Generator<number, void> {
  let began = 0
  let area = 0
  let next = 0
  for (const segment of segments) {
    const grown = area + areaOf(segment)
    // An arrival at the very end of a segment belongs to the next one.
    while (next < grown - TINY) {
      yield began + reached(segment, Math.max(0, next - area))
      next += 1
    }
    area = grown
    began += segment.ms
  }
}

export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The spans in which virtual user `n` (from 1) plays: while the level is above `n - 1`. In a ramp from 0 to 10, the
 * first begins at once and the tenth after nine tenths.
 */
export const spansOf = ({ segments }: Pick<LoadCourse, "segments">, n: number): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  let began = 0
  for (const segment of segments) {
    const span = above(segment, n - 1)
    const last = spans.at(-1)
    if (span !== undefined) {
      const [from, to] = [began + span.from, began + span.to]
      if (last !== undefined && last.to >= from) spans[spans.length - 1] = { from: last.from, to }
      else spans.push({ from, to })
    }
    began += segment.ms
  }
  return spans
}

/** Tolerates sums that rounding leaves just above a whole number. */
const TINY = 1e-9

const areaOf = ({ from, to, ms }: Segment): number => ((from + to) / 2) * (ms / 1000)

/** The time since the segment began when the area under it is `area`: the root of `from·t + slope·t²/2 = area`. */
const reached = ({ from, to, ms }: Segment, area: number): number => {
  const seconds = ms / 1000
  const slope = (to - from) / seconds
  if (slope === 0) return (area / from) * 1000
  // This form avoids cancellation for a slope near 0.
  const root = Math.sqrt(Math.max(0, from * from + 2 * slope * area))
  return from + root === 0 ? 0 : ((2 * area) / (from + root)) * 1000
}

/** The part of a segment with a level above `level`. */
const above = ({ from, to, ms }: Segment, level: number): Span | undefined => {
  if (ms <= 0 || (from <= level && to <= level)) return undefined
  const crossing = from === to ? 0 : (ms * (level - from)) / (to - from)
  if (from > level) return { from: 0, to: to > level ? ms : crossing }
  return { from: crossing, to: ms }
}
