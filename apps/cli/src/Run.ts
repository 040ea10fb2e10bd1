/** The program as a process: its services, its logs, its exit code. */
import { StartError } from "@backlot/server/boot/StartError"
import * as NodeChildProcessSpawner from "@effect/platform-node/NodeChildProcessSpawner"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import {
  Cause,
  Console,
  Effect,
  Exit,
  Layer,
  Logger,
  type LogLevel,
  Option,
  References,
  Runtime,
  Terminal
} from "effect"
import { CliError, GlobalFlag } from "effect/cli"
import { badVariable, type Variables, variableOf } from "./given/Given.ts"
import { usageLine } from "./given/UsageLine.ts"
import { everyHelp, runProgram } from "./Program.ts"
import { Unusable } from "./process/Ended.ts"
import { furtherSignal } from "./process/FurtherSignal.ts"
import { json } from "./process/LogLine.ts"

export const run = (args: ReadonlyArray<string>, variables: Variables): void => {
  // A server keeps running when the reader of its output disconnects.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
  // Closing the terminal stops the program in order too.
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

/** Runs the program within a process that goes on, for tests: `stop` ends it, and `ended` has its exit code. */
export const runWithin = (
  args: ReadonlyArray<string>,
  variables: Variables
): { readonly ended: Promise<number>; readonly stop: () => void } => {
  const fiber = Effect.runFork(program(args, variables))
  return {
    ended: new Promise((resolve) => fiber.addObserver((exit) => resolve(exitCodeOf(exit)))),
    stop: () => fiber.interruptUnsafe()
  }
}

/** The help of every command as data. */
export const helpOfCommands = () => Effect.runPromise(Effect.provide(everyHelp, services))

/** The program with its services and logs. It reports a failure; `exitCodeOf` gives the exit code. */
export const program = (args: ReadonlyArray<string>, variables: Variables) =>
  Effect.flatMap(logLevel(args, variables), (level) =>
    Effect.provideService(runProgram(args, variables), References.MinimumLogLevel, level)
  ).pipe(
    // Report even while a signal interrupts the program: an export can fail as the server ends.
    Effect.onError(report),
    Effect.provide(services),
    Effect.provide(Logger.layer([logger()])),
    Effect.provideService(Logger.LogToStderr, true)
  )

const unasked = Effect.die("No command asks a question in the terminal.")

/** Node's own terminal would open stdin. */
const terminal = Terminal.make({
  columns: unasked,
  rows: unasked,
  size: unasked,
  readInput: unasked,
  readLine: unasked,
  display: () => unasked
})

const services = NodeChildProcessSpawner.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeStdio.layer, Layer.succeed(Terminal.Terminal, terminal))
  )
)

/** These commands load the user's modules, which can leave timers and sockets open. */
const LOADING: ReadonlySet<string> = new Set(["check", "simulate"])

/** Exits once all output is written. */
const endWith = (code: number): void => {
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)))
}

/** The exit codes that a shell reports for a process ended by a signal: 128 plus the signal's number. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143 } as const

/** The first signal stops the program in order; another one stops it at once. */
const endAtOnceWhenAskedAgain = (): void => {
  const isFurther = furtherSignal()
  for (const [signal, code] of Object.entries(ENDED_BY)) {
    process.on(signal, () => {
      if (isFurther()) process.exit(code)
    })
  }
}

/**
 * stdout is for the banner and the requested output. Logs go to stderr: as readable text in a terminal, else as JSON
 * lines.
 */
const logger = () =>
  process.stderr.isTTY ? Logger.consolePretty({ colors: true, mode: "tty" }) : Logger.withConsoleError(json)

/** Reports an expected error in one line on stderr and logs an unexpected one whole. */
const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  if (error instanceof StartError || error instanceof Unusable) return Console.error(error.message)
  if (isReported(error)) return Effect.void
  if (!CliError.isCliError(error)) return Effect.logFatal("This is a bug in Backlot.", cause)
  // The parser has printed its own errors already.
  return error._tag === "ShowHelp" ? Effect.void : Console.error(usageLine(error))
}

/** True when the command has already reported this error. */
const isReported = (error: unknown): boolean =>
  typeof error === "object" && error !== null && Runtime.errorReported in error && error[Runtime.errorReported] === true

/** A bug: EX_SOFTWARE of sysexits. */
const BUG = 70

/**
 * 0: success, also after SIGINT and SIGTERM. 1: failed expectation. 2: bad usage. 3: unusable world, data file or port.
 * Errors with their own exit code keep it. Source: product.md "First minute".
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

/** The services that the parser of a flag may use. */
type Environment = Effect.Services<ReturnType<typeof GlobalFlag.LogLevel.flag.parse>>

const NAME = "log-level"

/** These commands log only problems: other server logs matter only to the operators of a server. */
const QUIET = new Set(["simulate", "exec", "check", "mcp"])

/** Fails with a usage error when BACKLOT_LOG_LEVEL is not a level. Without the variable, the command decides. */
const logLevel = (
  args: ReadonlyArray<string>,
  variables: Variables
): Effect.Effect<LogLevel.LogLevel, CliError.ValidationError, Environment> => {
  const text = variables[variableOf(NAME)]
  if (text === undefined || text === "") return Effect.succeed(QUIET.has(args[0] ?? "") ? "Error" : "Info")
  return GlobalFlag.LogLevel.flag.parse({ flags: { [NAME]: [text] }, arguments: [] }).pipe(
    Effect.map(([, level]) => Option.getOrElse(level, () => "Info" as const)),
    Effect.mapError(badVariable(NAME))
  )
}
