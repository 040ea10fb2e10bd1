/** Short constructors of load courses. */

import type { LoadPlan } from "@backlot/scenario/LoadPlan"
import { Result } from "effect"
import { courseOf, type LoadCourse, type Segment } from "../../src/load/LoadCourse.ts"

export const course = (plan: LoadPlan): LoadCourse => Result.getOrThrow(courseOf(plan))

export const steady = (level: number, ms: number): Segment => ({ from: level, to: level, ms })

/** The faults of a plan, each as `path: message`. */
export const faultsOf = (plan: LoadPlan): ReadonlyArray<string> =>
  Result.match(courseOf(plan), {
    onSuccess: () => [],
    onFailure: (faults) => faults.map(({ path, message }) => `${path}: ${message}`)
  })

/** The level at a moment; 0 after the end. */
export const levelAt = ({ segments }: LoadCourse, ms: number): number => {
  let began = 0
  for (const { from, to, ms: length } of segments) {
    if (ms < began + length) return from + ((to - from) * (ms - began)) / length
    began += length
  }
  return 0
}

/** How many arrivals the area under the rate makes. */
export const arrivalsIn = (segments: ReadonlyArray<Segment>): number =>
  Math.ceil(segments.reduce((sum, { from, to, ms }) => sum + ((from + to) / 2) * (ms / 1000), 0) - 1e-9)
