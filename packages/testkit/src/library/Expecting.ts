/** What an act may be told to expect: the fields of a scenario's `expect`. */
import type { Expectation as Written } from "@backlot/scenario/Expectation"

/**
 * Every field is a matcher: a value (of objects a part, of lists each element), a RegExp, a function `(value) => boolean`,
 * a text between slashes, or an operator such as `{ $contains: … }`.
 */
export type Expectation = Written

/** Beside any act. */
export interface ActOptions {
  readonly expect?: Expectation
  /** How long the app is waited for. Default: `responded` where the expectation needs it, else `acknowledged`. */
  readonly until?: "acknowledged" | "responded"
  /** The language of the user's client in this act. */
  readonly locale?: string
}
