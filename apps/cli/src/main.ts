/** Where the program begins: arguments, environment, logs and exit code. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { StartError } from "@backlot/server/Server"
import { Console, Effect, Logger } from "effect"
import { exitCodeOf } from "./ExitCode.ts"
import { runProgram } from "./Program.ts"

// stdout is for the banner and for what was asked for; logs go to stderr, readable where a person reads them.
const logger = process.stderr.isTTY
  ? Logger.consolePretty({ colors: true, mode: "tty" })
  : Logger.withConsoleError(Logger.formatJson)

// Whoever read our output may leave; that ends no server.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})

runProgram(process.argv.slice(2), process.env).pipe(
  Effect.tapError((error) => (error instanceof StartError ? Console.error(error.message) : Effect.void)),
  Effect.tapDefect((defect) => Effect.logFatal("This is a bug in Backlot.", defect)),
  Effect.provide(NodeServices.layer),
  Effect.provide(Logger.layer([logger])),
  Effect.provideService(Logger.LogToStderr, true),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCodeOf(exit))
  })
)
