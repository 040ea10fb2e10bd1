/** Something that is being done: a promise that may be told, before it begins, what to expect. */
import { BacklotStopped } from "./BacklotError.ts"
import type { Expectation } from "./Expecting.ts"

/** Why the service refuses a use. Source: product.md "Control plane" (refused before delivery). */
export type RefusalReason = "unknown" | "invisible" | "permission" | "stale" | "options" | "context"

/**
 * A promise. What is expected can be chained to it, or stand in the act's options; it begins once the current statement
 * has run, awaited or not.
 */
export class Act<A> implements Promise<A> {
  readonly [Symbol.toStringTag] = "Act"
  readonly #done: Promise<A>
  #expected: Expectation | undefined
  #hasBegun = false
  #isAwaited = false

  /** `begin` is called once, with what is expected then. `waits`: does nothing but wait. */
  constructor(begin: (expected: Expectation | undefined) => Promise<A>, expected?: Expectation, waits = false) {
    this.#expected = expected
    const { promise, resolve, reject } = Promise.withResolvers<A>()
    this.#done = promise
    const failed = (error: unknown) => {
      if (!(error instanceof BacklotStopped)) return reject(error)
      // An act without `await` at the end of a test would be lost, and the test would pass whatever it comes to.
      if (!waits && !this.#isAwaited) return reject(error.unawaited())
      reject(error)
      // Somebody may still wait for something when a test is over, or has failed: that is nobody's failure.
      promise.catch(() => {})
    }
    queueMicrotask(() => {
      this.#hasBegun = true
      begin(this.#expected).then(resolve, failed)
    })
  }

  /** Fails unless this holds of the answer. Matchers are those of scenario files; RegExp and functions too. */
  expect(expected: Expectation): this {
    if (this.#hasBegun) throw new Error("This act has begun: chain expect() and refused() to it directly.")
    this.#expected = { ...this.#expected, ...expected }
    return this
  }

  /** Fails unless the service refuses it, for this reason. */
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
