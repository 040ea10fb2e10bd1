/** How an act fails in a test. */
import type { Transcript } from "@backlot/player/Transcript"
import type { Mismatch } from "@backlot/scenario/match/Match"
import type { Outcome } from "@backlot/scenario/Outcome"
import { inOwnWords } from "./FailureText.ts"

export interface FailureDetails {
  readonly site: CallSite
  readonly transcript?: Transcript
  readonly mismatches?: ReadonlyArray<Mismatch>
  readonly outcome?: Outcome | undefined
  readonly cause?: unknown
}

/**
 * An expectation did not hold, the act could not be played, or the server or an app could not be used. The message
 * has the differences, the reason of a refusal, and the acts before; the stack begins at the test's line.
 */
export class BacklotError extends Error {
  readonly #details: FailureDetails

  constructor(message: string, details: FailureDetails) {
    super(inOwnWords(message), details.cause === undefined ? {} : { cause: details.cause })
    this.#details = details
    // Not an own property: runners would print it again below the message.
    Object.defineProperty(this, "name", { value: "BacklotError", enumerable: false })
    this.stack = `${this.name}: ${this.message}\n${details.site.frames}`
  }

  /** The acts so far; the end of it is in the message. */
  get transcript(): Transcript {
    return this.#details.transcript ?? []
  }

  /** The differences; empty if the act could not be played. */
  get mismatches(): ReadonlyArray<Mismatch> {
    return this.#details.mismatches ?? []
  }

  /** The outcome of the act, if it was played. */
  get outcome(): Outcome | undefined {
    return this.#details.outcome
  }

  /** The same error; its stack begins at another caller. */
  at(site: CallSite): this {
    this.stack = `${this.name}: ${this.message}\n${site.frames}`
    return this
  }

  protected get site(): CallSite {
    return this.#details.site
  }
}

/** The Backlot was stopped before the act, or during it. */
export class BacklotStopped extends BacklotError {
  constructor(site: CallSite) {
    super("This Backlot was stopped.", { site })
  }

  /** An act without `await` would lose its failure. */
  unawaited(): BacklotError {
    const message =
      "This Backlot was stopped before this act was over, and nothing waits for it: is an `await` missing?"
    return new BacklotError(message, { site: this.site })
  }
}

/** The place in a test that called the library: a failure points there. */
export interface CallSite {
  /** Lines of a stack, the caller first. */
  readonly frames: string
}

/** The caller of `entry`, which is on the stack now. */
export const callSiteOf = (entry: (...args: never) => unknown): CallSite => {
  const holder = { stack: "" }
  Error.captureStackTrace(holder, entry)
  return { frames: holder.stack.split("\n").slice(1).join("\n") }
}
