/** How a command ends when not all is well and what there is to tell has been told. Source: product.md "First minute" (exit codes). */
import { Data, Effect, Runtime } from "effect"

export class Ended extends Data.TaggedError("Ended")<{
  /** 1: an expectation or a threshold failed. 2: bad usage. 3: a server, world or program of no use. 130: interrupted. Of `exec`: its command's. */
  readonly code: number
}> {
  override readonly [Runtime.errorExitCode] = this.code
  override readonly [Runtime.errorReported] = true
}

/**
 * Of what was interrupted, and has told what there was to tell: nothing but a defect can say more than that it was. The code
 * is what a shell says of a program that SIGINT ended. Ours.
 */
export const endInterrupted = Effect.die(new Ended({ code: 130 }))

/** A server, world, program or file that is of no use: one line says which and what to do. Exit code 3. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly message: string }> {
  override readonly [Runtime.errorExitCode] = 3
}
