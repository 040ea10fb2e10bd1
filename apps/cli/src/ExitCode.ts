/** The exit codes of the program. Source: product.md "First minute": 0 good, 2 bad usage, 3 unusable world, data or port. */
import { StartError } from "@backlot/server/Server"
import { Cause, type Exit } from "effect"
import { CliError } from "effect/cli"

/** A bug: what sysexits calls an internal software error. */
const BUG = 70

/** SIGINT and SIGTERM interrupt the program, which is a good end. */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (exit._tag === "Success" || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = Cause.squash(exit.cause)
  if (CliError.isCliError(error)) return 2
  return error instanceof StartError ? 3 : BUG
}
