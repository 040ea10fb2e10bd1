/** The program as a process: its services, its logs, its exit code. */

import { StartError } from "@backlot/server/Server"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Logger, References, Runtime } from "effect"
import { CliError } from "effect/cli"
import type { Variables } from "./given/Given.ts"
import { usageLine } from "./given/UsageLine.ts"
import { runProgram } from "./Program.ts"
import { Unusable } from "./process/Ended.ts"
import { furtherSignal } from "./process/FurtherSignal.ts"
import { logLevel } from "./process/LogLevel.ts"
import { json } from "./process/LogLine.ts"

export const run = (args: ReadonlyArray<string>, variables: Variables): void => {
  // Whoever read our output may leave; that ends no server.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
  // A terminal that closes ends us in order too.
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
  endAtOnceWhenAskedAgain()
  NodeRuntime.runMain(program(args, variables), {
    disableErrorReporting: true,
    teardown: (exit, onExit) => {
      const code = exitCodeOf(exit)
      if (LOADING.has(args[0] ?? "")) endWith(code)
      else onExit(code)
    }
  })
}

/** The program with its services and logs; a failure is reported, `exitCodeOf` says how it ends. */
export const program = (args: ReadonlyArray<string>, variables: Variables) =>
  Effect.flatMap(logLevel(args, variables), (level) =>
    Effect.provideService(runProgram(args, variables), References.MinimumLogLevel, level)
  ).pipe(
    // Reported even while a signal interrupts the program: an export can fail as the server ends.
    Effect.onError(report),
    Effect.provide(NodeServices.layer),
    Effect.provide(Logger.layer([logger()])),
    Effect.provideService(Logger.LogToStderr, true)
  )

/** Commands that load modules of people, which may leave timers and sockets open. */
const LOADING: ReadonlySet<string> = new Set(["check", "simulate"])

/** Once what was printed is out. */
const endWith = (code: number): void => {
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)))
}

/** What a shell reports of a process that a signal ended: 128 and the signal's number. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143 } as const

/** The first signal ends the program in order, and another one at once. */
const endAtOnceWhenAskedAgain = (): void => {
  const isFurther = furtherSignal()
  for (const [signal, code] of Object.entries(ENDED_BY)) {
    process.on(signal, () => {
      if (isFurther()) process.exit(code)
    })
  }
}

/** stdout is for the banner and for what was asked for; logs go to stderr, readable where a person reads them. */
const logger = () =>
  process.stderr.isTTY ? Logger.consolePretty({ colors: true, mode: "tty" }) : Logger.withConsoleError(json)

/** One line on stderr for what can be expected; what can not is logged whole. */
const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  if (error instanceof StartError || error instanceof Unusable) return Console.error(error.message)
  if (isTold(error)) return Effect.void
  if (!CliError.isCliError(error)) return Effect.logFatal("This is a bug in Backlot.", cause)
  // What the parser found is printed already.
  return error._tag === "ShowHelp" ? Effect.void : Console.error(usageLine(error))
}

/** What the command has told already, and how it ends with that. */
const isTold = (error: unknown): boolean =>
  typeof error === "object" && error !== null && Runtime.errorReported in error && error[Runtime.errorReported] === true

/** A bug: what sysexits calls an internal software error. */
const BUG = 70

/**
 * product.md "First minute": 0 good, SIGINT and SIGTERM too; 1 failed expectation; 2 bad usage; 3 a world, data file or
 * port of no use. Errors that know their code have it.
 */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = Cause.squash(exit.cause)
  if (CliError.isCliError(error)) return 2
  if (error instanceof StartError) return 3
  return typeof error === "object" && error !== null && Runtime.errorExitCode in error
    ? Runtime.getErrorExitCode(error)
    : BUG
}
