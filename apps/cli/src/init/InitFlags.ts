/** The flags of `init`. Source: docs/init.md. */
import { Flag } from "effect/cli"
import { oneOf } from "../given/FlagKinds.ts"
import { flagsOf, type Values, type Variables } from "../given/Given.ts"

export const initFlags = (variables: Variables) =>
  flagsOf(variables, {
    command: [Flag.String, "What starts the bot, as in a shell (default: found in the project)", "COMMAND"],
    ci: [oneOf("github", "gitlab", "none"), "The CI file to write (default: by what the repository has)", "CI"],
    force: [Flag.Boolean, "Write over files that are there"],
    dryRun: [Flag.Boolean, "Start the bot and print the files instead of writing them"]
  })

export type InitFlags = Values<typeof initFlags>
