/** The flags of `check`. Source: product.md "First minute" (other commands). */
import { APPLICATION_FLAGS } from "@backlot/domain/application/ApplicationFlag"
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { Argument, Flag } from "effect/cli"
import { fileArgument, httpUrl, matching, oneOf, token, whole } from "../given/FlagKinds.ts"
import { flagsOf, type Values, type Variables } from "../given/Given.ts"

export const checkFlags = (variables: Variables) => ({
  files: fileArgument("FILE").pipe(
    Argument.withDescription(
      "Files with command definitions, - for JSON or YAML on stdin; together they are the commands of one scope"
    ),
    Argument.atLeast(1)
  ),
  ...flagsOf(variables, FLAGS)
})

export type CheckFlags = Values<typeof checkFlags>

const applicationFlags = (name: string) =>
  Flag.String(name).pipe(
    Flag.map((text) => text.split(",").map((flag) => flag.trim())),
    Flag.filter(
      (flags) => flags.every((flag) => Object.hasOwn(APPLICATION_FLAGS, flag)),
      () => `flags of an application with commas between them: ${Object.keys(APPLICATION_FLAGS).join(", ")}`
    )
  )

const FLAGS = {
  guild: [
    matching(isSnowflake, "an id: decimal digits"),
    "Check them as commands of this guild (default: global commands)",
    "ID"
  ],
  applicationFlags: [
    applicationFlags,
    "Flags of the application; EMBEDDED allows an entry point command (default: those that --against finds, else none)",
    "FLAGS"
  ],
  integrationTypes: [
    oneOf("0", "1", "0,1"),
    "Installation types of the application (default: those that --against finds, else 0,1)",
    "TYPES"
  ],
  against: [httpUrl, "Show the difference to the commands of this server: its URL, or its REST base (…/api/v10)"],
  application: [
    Flag.String,
    "With --against: the application, by id or name (default: the only one, or the token's)",
    "APP"
  ],
  token: [token, "With --against: the application's bot token (default: read from the control plane)"],
  controlToken: [token, "With --against: the server's control token, if it has one"],
  exitCode: [Flag.Boolean, "With --against: exit with 1 if something differs"],
  warnings: [Flag.Boolean, "Report legal but useless or surprising parts (default: yes; --no-warnings)"],
  maxWarnings: [whole(0), "Exit with 1 if there are more warnings", "N"],
  strict: [Flag.Boolean, "Warn about fields that the service ignores because it does not know them"],
  format: [oneOf("text", "json"), "text (default) or json", "FORMAT"]
} as const
