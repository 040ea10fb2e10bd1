/** Courses of loads, in short. */
import { courseOf, type LoadCourse, type Segment } from "@backlot/simulator/load/LoadCourse"
import type { LoadPlan } from "@backlot/simulator/scenario/LoadPlan"
import { Result } from "effect"

export const course = (plan: LoadPlan): LoadCourse => Result.getOrThrow(courseOf(plan))

export const steady = (level: number, ms: number): Segment => ({ from: level, to: level, ms })

/** The faults of a plan, each as `path: message`. */
export const faultsOf = (plan: LoadPlan): ReadonlyArray<string> =>
  Result.match(courseOf(plan), {
    onSuccess: () => [],
    onFailure: (faults) => faults.map(({ path, message }) => `${path}: ${message}`)
  })
