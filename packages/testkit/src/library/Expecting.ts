/** Expectations of an act: the fields of a scenario's `expect`. */
import type { Expectation as Written } from "@backlot/scenario/Expectation"

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
