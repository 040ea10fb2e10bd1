/** How long to wait for something. */
import type { Step } from "@backlot/scenario/Step"

export interface Patience {
  /** Real time, e.g. `500ms`. Default: 3s. */
  readonly within?: string
}

/**
 * Less than the 5 s that vitest and jest give a test: the failure must report what was missing before they end the
 * test.
 */
const WITHIN = "3s"

/** The step with a limit on its wait. */
export const patient = (step: Step): Step =>
  typeof step.wait === "object" && step.wait.within === undefined
    ? { ...step, wait: { ...step.wait, within: WITHIN } }
    : step
