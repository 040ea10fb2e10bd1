/** The commands of the `backlot` program and how it reports usage errors. Source: product.md "First minute". */
import { Console, Effect } from "effect"
import { CliConfig, type CliError, CliOutput, Command, GlobalFlag, type HelpDoc } from "effect/cli"
import { checkCommand } from "./check/CheckCommand.ts"
import { runDemoApp } from "./demo/DemoApp.ts"
import { demoCommand } from "./demo/DemoCommand.ts"
import { execCommand, requireDashes } from "./exec/ExecCommand.ts"
import type { Variables } from "./given/Given.ts"
import { withWay } from "./given/InterceptFlag.ts"
import { usageLine } from "./given/UsageLine.ts"
import { initCommand } from "./init/InitCommand.ts"
import { mcpCommand } from "./mcp/McpCommand.ts"
import { openCommand } from "./open/OpenCommand.ts"
import { version } from "./process/Built.ts"
import { editCommand, promptCommands } from "./prompt/PromptCommands.ts"
import { openServer } from "./serve/Serve.ts"
import { serveFlags } from "./serve/ServeFlags.ts"
import { simulateCommand } from "./simulate/SimulateCommand.ts"
import { worldCommand } from "./world/WorldCommand.ts"

/** Runs the program with these arguments. Prints usage and help; the caller turns a failure into the exit code. */
export const runProgram = (given: ReadonlyArray<string>, variables: Variables) => {
  const args = withWay(given)
  return Effect.andThen(
    requireDashes(args),
    Command.runWith(program(variables, startsServer(args)), { version })(args)
  ).pipe(
    Effect.provideService(CliConfig.CliConfig, {
      builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel]
    }),
    Effect.provideService(CliOutput.Presenter, presenter)
  )
}

/** The help of the program and of each command, from which the reference of the site is made. */
export const everyHelp = Effect.suspend(() => {
  const found: Array<HelpDoc.HelpDoc> = []
  const collect: CliOutput.Presenter = {
    present: (event) => Effect.sync(() => void (event._tag === "Help" && found.push(event.helpDoc)))
  }
  const run = Command.runWith(program({}, false), { version })
  const visit = (path: ReadonlyArray<string>): ReturnType<typeof run> =>
    Effect.flatMap(run([...path, "--help"]), () => {
      const below = found.at(-1)?.subcommands?.flatMap(({ commands }) => commands.map(({ name }) => name)) ?? []
      return Effect.forEach(below, (name) => visit([...path, name]), { discard: true })
    })
  return Effect.as(Effect.provideService(visit([]), CliOutput.Presenter, collect), found)
})

/** True when the arguments start a server: then it can start without loading the other commands. */
const startsServer = (args: ReadonlyArray<string>): boolean =>
  (args[0] === "serve" || args[0] === "start") && !args.includes("--completions")

const program = (variables: Variables, serverAlone: boolean) => {
  const flags = serveFlags(variables)
  return Command.make("backlot").pipe(
    Command.withDescription(
      "A Discord-like service on your machine, for tests of bots and apps: gateway, REST, interactions, and a control plane that plays the users. Each flag also has an environment variable: BACKLOT_CONTROL_TOKEN sets --control-token."
    ),
    Command.withExamples([
      { command: "backlot serve", description: "Start a server with the demo world on http://127.0.0.1:6780" },
      { command: "backlot simulate scenarios/", description: "Play scenario files, each on a server of its own" },
      { command: 'eval "$(backlot --completions bash)"', description: "Complete commands and flags in this shell" }
    ]),
    Command.withSubcommands([
      Command.make("serve", flags, (given) => Effect.scoped(Effect.andThen(openServer(given), Effect.never))).pipe(
        Command.withDescription("Start a server; it runs until SIGINT or SIGTERM"),
        Command.withExamples([
          { command: "backlot serve --world world.yaml --memory --port 0 --ready-file ready.json" },
          { command: "BACKLOT_PORT=7000 backlot serve --reset", description: "Set a flag by its environment variable" }
        ])
      ),
      Command.make("start", flags, (given) =>
        Effect.scoped(openServer(given).pipe(Effect.flatMap(runDemoApp), Effect.andThen(Effect.never)))
      ).pipe(
        Command.withDescription("Start a server and the demo app; `npm start` runs this"),
        Command.withExamples([{ command: "backlot start --memory", description: "Start fresh each time" }])
      ),
      ...(serverAlone
        ? []
        : [
            initCommand(variables),
            simulateCommand(variables),
            execCommand(variables),
            demoCommand(variables),
            checkCommand(variables),
            worldCommand(variables, editCommand(variables)),
            openCommand(variables),
            mcpCommand(variables),
            ...promptCommands(variables)
          ])
    ])
  )
}

/** Reports bad usage in one line instead of a page of help. */
const presenter: CliOutput.Presenter = {
  present: (event) => {
    if (event._tag === "InvalidInvocation")
      return Effect.forEach(event.errors.slice(0, 1), (error) => Console.error(invalid(error, event.helpDoc)), {
        discard: true
      })
    // Without a command, print the help on stderr and fail, so that no script takes it for success.
    if (event._tag === "Help" && event.reason === "Implicit") return Console.error(formatted(event))
    return Console.log(formatted(event))
  }
}

const invalid = (error: CliError.CliError, { commandPath, examples }: HelpDoc.HelpDoc): string =>
  usageLine(error, { command: commandPath, example: examples?.[0]?.command })

const formatted = (event: Exclude<CliOutput.Presenter.Event, CliOutput.Presenter.InvalidInvocation>): string => {
  const formatter = CliOutput.defaultFormatter({ colors: process.stdout.isTTY === true })
  return event._tag === "Help"
    ? formatter.formatHelpDoc(event.helpDoc)
    : formatter.formatVersion(event.name, event.version)
}
