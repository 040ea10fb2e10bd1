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
