/** How an act fails in a test. */

import type { Transcript } from "@backlot/player/Transcript"
import type { Mismatch } from "@backlot/scenario/match/Match"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { CallSite } from "./CallSite.ts"
import { inOwnWords } from "./OwnWords.ts"

export interface FailureDetails {
  readonly site: CallSite
  readonly transcript?: Transcript
  readonly mismatches?: ReadonlyArray<Mismatch>
  readonly outcome?: Outcome | undefined
  readonly cause?: unknown
}

/**
 * What was expected did not hold, the act could not be played, or the server or an app could not be used. The message has
 * what differs, why the service refused, and what was done before; the stack begins at the test's line.
 */
export class BacklotError extends Error {
  readonly #details: FailureDetails

  constructor(message: string, details: FailureDetails) {
    super(inOwnWords(message), details.cause === undefined ? {} : { cause: details.cause })
    this.#details = details
    // Not a field of each error: runners print those once more below the message.
    Object.defineProperty(this, "name", { value: "BacklotError", enumerable: false })
    this.stack = `${this.name}: ${this.message}\n${details.site.frames}`
  }

  /** What was done so far; the message has the end of it as text. */
  get transcript(): Transcript {
    return this.#details.transcript ?? []
  }

  /** Where the answer is not what was expected; empty where the act could not be played. */
  get mismatches(): ReadonlyArray<Mismatch> {
    return this.#details.mismatches ?? []
  }

  /** What came of the act, where it was played. */
  get outcome(): Outcome | undefined {
    return this.#details.outcome
  }

  /** The same, for whoever called what called: the stack begins there. */
  at(site: CallSite): this {
    this.stack = `${this.name}: ${this.message}\n${site.frames}`
    return this
  }

  protected get site(): CallSite {
    return this.#details.site
  }
}

/** The Backlot was stopped before the act, or while it was under way. */
export class BacklotStopped extends BacklotError {
  constructor(site: CallSite) {
    super("This Backlot was stopped.", { site })
  }

  /** For an act that nobody waits for, so that nobody would know what it came to. */
  unawaited(): BacklotError {
    const message =
      "This Backlot was stopped before this act was over, and nothing waits for it: is an `await` missing?"
    return new BacklotError(message, { site: this.site })
  }
}
