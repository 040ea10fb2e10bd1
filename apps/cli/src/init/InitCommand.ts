/** The command `backlot init`. Source: docs/init.md. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { oneOf } from "../given/FlagKinds.ts"
import { flagsOf, type Values, type Variables } from "../given/Given.ts"

const initFlags = (variables: Variables) =>
  flagsOf(variables, {
    command: [Flag.String, "What starts the bot, as in a shell (default: found in the project)", "COMMAND"],
    ci: [oneOf("github", "gitlab", "none"), "The CI file to write (default: by what the repository has)", "CI"],
    force: [Flag.Boolean, "Write over files that are there"],
    dryRun: [Flag.Boolean, "Start the bot and print the files instead of writing them"]
  })

export type InitFlags = Values<typeof initFlags>

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
