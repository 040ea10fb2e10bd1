/** How `check` ends when not all is well: what there is to tell has been told. */
import { Data, Runtime } from "effect"

export class CheckEnded extends Data.TaggedError("CheckEnded")<{
  /** 1: faults, too many warnings, or differences where they count. 2: a file that cannot be read. */
  readonly code: 1 | 2
}> {
  override readonly [Runtime.errorExitCode] = this.code
  override readonly [Runtime.errorReported] = true
}
