/** An act under way: a promise with expectations that can be added before it begins. */

import type { Refusal } from "@backlot/scenario/Expectation"
import type { Step } from "@backlot/scenario/Step"
import type { WrittenExpectation } from "@backlot/scenario/step/Written"
import { BacklotStopped } from "./BacklotError.ts"

/** Reasons why the service refuses a use. Source: product.md "Control plane" (refused before delivery). */
export type RefusalReason = Refusal

/** A promise of the answer, to which expectations are chained. The act begins after the current statement. */
export class Act<A> implements Promise<A> {
  readonly [Symbol.toStringTag] = "Act"
  readonly #done: Promise<A>
  #expected: Expectation | undefined
  #hasBegun = false
  #isAwaited = false

  /** `begin` is called once, with the expectations so far. `waits`: the act does nothing but wait. */
  constructor(begin: (expected: Expectation | undefined) => Promise<A>, expected?: Expectation, waits = false) {
    this.#expected = expected
    const { promise, resolve, reject } = Promise.withResolvers<A>()
    this.#done = promise
    const failed = (error: unknown) => {
      if (!(error instanceof BacklotStopped)) return reject(error)
      // An act without `await` at the end of a test would be lost, and the test would pass whatever its outcome.
      if (!waits && !this.#isAwaited) return reject(error.unawaited())
      reject(error)
      // A wait may still be open when a test is over or has failed. That is no failure.
      promise.catch(() => {})
    }
    queueMicrotask(() => {
      this.#hasBegun = true
      begin(this.#expected).then(resolve, failed)
    })
  }

  /** Fails unless the answer matches. Matchers are those of scenario files, RegExp and functions. */
  expect(expected: Expectation): this {
    if (this.#hasBegun) throw new Error("This act has begun: chain expect() and refused() to it directly.")
    this.#expected = { ...this.#expected, ...expected }
    return this
  }

  /** Fails unless the service refuses the act, for this reason if one is given. */
  refused(reason?: RefusalReason): this {
    return this.expect({ refused: reason ?? { $exists: true } })
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<B = A, C = never>(
    onValue?: ((value: A) => B | PromiseLike<B>) | null,
    onError?: ((error: unknown) => C | PromiseLike<C>) | null
  ): Promise<B | C> {
    this.#isAwaited = true
    return this.#done.then(onValue, onError)
  }

  catch<C = never>(onError?: ((error: unknown) => C | PromiseLike<C>) | null): Promise<A | C> {
    return this.then(null, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<A> {
    this.#isAwaited = true
    return this.#done.finally(onEnd)
  }
}

/**
 * Every field is a matcher: a value (a part of an object, each element of a list), a RegExp, a function `(value) =>
 * boolean`, a text between slashes, or an operator such as `{ $contains: … }`.
 */
export type Expectation = WrittenExpectation

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
