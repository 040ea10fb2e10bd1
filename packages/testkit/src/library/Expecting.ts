/** Expectations of an act, the fields of a scenario's `expect`, and how long it waits. */
import type { Expectation as Written } from "@backlot/scenario/Expectation"
import type { Step } from "@backlot/scenario/Step"

/**
 * Every field is a matcher: a value (a part of an object, each element of a list), a RegExp, a function `(value) =>
 * boolean`, a text between slashes, or an operator such as `{ $contains: … }`.
 */
export type Expectation = Written

/** Options of any act. */
export interface ActOptions {
  readonly expect?: Expectation
  /** How long to wait for the app. Default: `responded` if the expectation needs it, else `acknowledged`. */
  readonly until?: "acknowledged" | "responded"
  /** The language of the user's client in this act. */
  readonly locale?: string
}

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
