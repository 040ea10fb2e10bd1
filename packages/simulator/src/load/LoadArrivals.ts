/**
 * Computes when plays begin, before anything runs: arrivals of the open model, and the spans in which each virtual user
 * of the closed model plays. In milliseconds since the load began. Pure.
 */
import type { LoadCourse, Segment } from "./LoadCourse.ts"

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
