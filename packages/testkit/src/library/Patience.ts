/** How long something is waited for. */
import type { Step } from "@backlot/scenario/Step"

export interface Patience {
  /** Real time, e.g. `500ms`. Default: 3s. */
  readonly within?: string
}

/** Ours: less than the 5 s that vitest and jest give a test, which would end it before anybody is told what was missing. */
const WITHIN = "3s"

/** The same step, whose wait has an end. */
export const patient = (step: Step): Step =>
  typeof step.wait === "object" && step.wait.within === undefined
    ? { ...step, wait: { ...step.wait, within: WITHIN } }
    : step
