/** The program as a process: its services, its logs, its exit code. */

import { StartError } from "@backlot/server/Server"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Logger } from "effect"
import { CliError } from "effect/cli"
import type { Variables } from "./Given.ts"
import { runProgram } from "./Program.ts"
import { usageLine } from "./UsageLine.ts"

export const run = (args: ReadonlyArray<string>, variables: Variables): void => {
  // Whoever read our output may leave; that ends no server.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
  // A terminal that closes ends us in order too.
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
  runProgram(args, variables).pipe(
    Effect.tapCause(report),
    Effect.provide(NodeServices.layer),
    Effect.provide(Logger.layer([logger()])),
    Effect.provideService(Logger.LogToStderr, true),
    NodeRuntime.runMain({
      disableErrorReporting: true,
      teardown: (exit, onExit) => onExit(exitCodeOf(exit))
    })
  )
}

/** stdout is for the banner and for what was asked for; logs go to stderr, readable where a person reads them. */
const logger = () =>
  process.stderr.isTTY
    ? Logger.consolePretty({ colors: true, mode: "tty" })
    : Logger.withConsoleError(Logger.formatJson)

/** One line on stderr for what can be expected; what can not is logged whole. */
const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  if (error instanceof StartError) return Console.error(error.message)
  if (!CliError.isCliError(error)) return Effect.logFatal("This is a bug in Backlot.", cause)
  // What the parser found is printed already.
  return error._tag === "ShowHelp" ? Effect.void : Console.error(usageLine(error))
}

/** A bug: what sysexits calls an internal software error. */
const BUG = 70

/** product.md "First minute": 0 good, SIGINT and SIGTERM too; 2 bad usage; 3 a world, data file or port of no use. */
const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = Cause.squash(exit.cause)
  if (CliError.isCliError(error)) return 2
  return error instanceof StartError ? 3 : BUG
}
