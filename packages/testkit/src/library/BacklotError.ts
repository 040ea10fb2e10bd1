/** How an act fails in a test. */
import type { Mismatch } from "@backlot/simulator/play/Match"
import type { Outcome } from "@backlot/simulator/play/Outcome"
import type { Transcript } from "@backlot/simulator/play/Transcript"
import type { CallSite } from "./CallSite.ts"

export interface FailureDetails {
  readonly site: CallSite
  readonly transcript?: Transcript
  readonly mismatches?: ReadonlyArray<Mismatch>
  readonly outcome?: Outcome | undefined
  readonly cause?: unknown
}

/**
 * What was expected did not hold, the act could not be played, or the server or an app could not be used. The message has
 * what differs, why the service refused, and everything that was done before; the stack begins at the test's line.
 */
export class BacklotError extends Error {
  override readonly name = "BacklotError"
  /** What was done so far; the message has it as text. */
  readonly transcript: Transcript
  /** Where the answer is not what was expected; empty where the act could not be played. */
  readonly mismatches: ReadonlyArray<Mismatch>
  /** What came of the act, where it was played. */
  readonly outcome: Outcome | undefined

  constructor(message: string, { site, transcript = [], mismatches = [], outcome, cause }: FailureDetails) {
    super(message, cause === undefined ? {} : { cause })
    this.transcript = transcript
    this.mismatches = mismatches
    this.outcome = outcome
    this.stack = `${this.name}: ${message}\n${site.frames}`
  }
}

/** The Backlot was stopped before the act, or while it was under way. */
export class BacklotStopped extends BacklotError {
  constructor(site: CallSite) {
    super("This Backlot was stopped.", { site })
  }
}
