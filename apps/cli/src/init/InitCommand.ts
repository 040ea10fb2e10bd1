/** The command `backlot init`. Source: docs/init.md. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import type { Variables } from "../given/Given.ts"
import { initFlags } from "./InitFlags.ts"

export const initCommand = (variables: Variables) =>
  Command.make("init", initFlags(variables), (flags) =>
    // Loaded on demand, so that `serve` starts without it.
    Effect.flatMap(
      Effect.promise(() => import("./Init.ts")),
      ({ init }) => init(flags, variables)
    )
  ).pipe(
    Command.withDescription(
      "Write a first scenario for the bot in this folder. init finds its library and the command that starts it, starts it unchanged beside a server of its own, tries its commands, writes backlot/world.yaml, backlot/first.scenario.yaml and the CI file, and plays the scenario. Files that are there stay. Exit codes: 0 the scenario passes, 1 it does not or the bot did not start, 2 no command was found"
    ),
    Command.withExamples([
      { command: "backlot init", description: "In the folder of your bot" },
      {
        command: "backlot init --command 'npm start' --ci github --dry-run",
        description: "Only show what it would write"
      }
    ])
  )
