/** Ends a command with a failure that it has already reported. Source: product.md "First minute" (exit codes). */
import { Data, Effect, Runtime } from "effect"

export class Ended extends Data.TaggedError("Ended")<{
  /**
   * 1: failed expectation or threshold. 2: bad usage. 3: unusable server, world or program. 130: interrupted. `exec`:
   * the exit code of its command.
   */
  readonly code: number
}> {
  override readonly [Runtime.errorExitCode] = this.code
  override readonly [Runtime.errorReported] = true
}

/**
 * Ends an interrupted command that has reported everything. It is a defect because only a defect overrides the
 * interruption. The code is the one that a shell reports for SIGINT. Our choice: docs/choices.md "Command line".
 */
export const endInterrupted = Effect.die(new Ended({ code: 130 }))

/** An unusable server, world, program or file, reported in one line with the remedy. Exit code 3. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly message: string }> {
  override readonly [Runtime.errorExitCode] = 3
}
