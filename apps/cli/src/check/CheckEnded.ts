/** Ends `check` with a failure that it has already reported. */
import { Data, Runtime } from "effect"

export class CheckEnded extends Data.TaggedError("CheckEnded")<{
  /** 1: faults, too many warnings, or differences with --exit-code. 2: unreadable file. */
  readonly code: 1 | 2
}> {
  override readonly [Runtime.errorExitCode] = this.code
  override readonly [Runtime.errorReported] = true
}
