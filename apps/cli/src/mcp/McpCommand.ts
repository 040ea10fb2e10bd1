/** `backlot mcp`: the control plane for coding agents. Source: docs/agents.md. */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { besideFlags, withDefaults } from "../exec/ExecCommand.ts"
import { httpUrl } from "../given/FlagKinds.ts"
import { flagsOf, type Variables } from "../given/Given.ts"

export const mcpCommand = (variables: Variables) =>
  Command.make(
    "mcp",
    {
      ...besideFlags(variables),
      ...flagsOf(variables, {
        server: [httpUrl, "Work on this running server (default: the one on the usual port, else one of its own)"]
      }),
      command: Argument.String("CMD").pipe(
        Argument.withDescription("The app under test and its arguments, after --"),
        Argument.atLeast(0)
      )
    },
    ({ command, intercept, outside, server, ...flags }) =>
      // Loaded on demand: no other command needs the protocol.
      Effect.flatMap(
        Effect.promise(() => import("./Mcp.ts")),
        ({ mcp }) =>
          mcp({
            ...{ command, server, variables, flags: withDefaults(flags), given: flags },
            ...{ way: intercept?.value ?? false, outside: outside?.value ?? [] }
          })
      )
  ).pipe(
    Command.withDescription(
      "Serve the control plane to coding agents by the Model Context Protocol, over stdin and stdout: play users, read traces, explain refusals, play scenarios. It works on the server that runs here, else on one of its own, in memory, which ends with it. With a command it starts that app beside a server of its own"
    ),
    Command.withExamples([
      { command: "backlot mcp", description: 'In .mcp.json: { "command": "npx", "args": ["backlot", "mcp"] }' },
      { command: "backlot mcp --world world.yaml --intercept -- node bot.js", description: "With the bot as it is" }
    ])
  )
