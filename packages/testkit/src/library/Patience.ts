/** How long to wait for something. */
import type { Step } from "@backlot/scenario/Step"

export interface Patience {
  /** Real time, e.g. `500ms`. Default: 3s. */
  readonly within?: string
}

/** Less than the 5 s of vitest and jest, so that the failure can report what was missing. */
const WITHIN = "3s"

export const patient = (step: Step): Step =>
  typeof step.wait === "object" && step.wait.within === undefined
    ? { ...step, wait: { ...step.wait, within: WITHIN } }
    : step
