/** The flags of `check`. Source: product.md "First minute" (other commands). */
import { APPLICATION_FLAGS } from "@backlot/domain/application/ApplicationFlag"
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { Argument, Flag } from "effect/cli"
import { fileArgument, httpUrl, token } from "../given/FlagKinds.ts"
import { given, type Variables } from "../given/Given.ts"

export const checkFlags = (variables: Variables) => ({
  files: fileArgument("FILE").pipe(
    Argument.withDescription(
      "Files with command definitions, - for JSON or YAML on stdin; together they are the commands of one scope"
    ),
    Argument.atLeast(1)
  ),
  guild: given(
    variables,
    "guild",
    snowflake("guild").pipe(
      Flag.withMetavar("ID"),
      Flag.withDescription("They are commands of this guild (default: global commands)")
    )
  ),
  applicationFlags: given(
    variables,
    "application-flags",
    Flag.String("application-flags").pipe(
      Flag.map((text) => text.split(",").map((flag) => flag.trim())),
      Flag.filter(
        (flags) => flags.every((flag) => Object.hasOwn(APPLICATION_FLAGS, flag)),
        () => `flags of an application with commas between them: ${Object.keys(APPLICATION_FLAGS).join(", ")}`
      ),
      Flag.withMetavar("FLAGS"),
      Flag.withDescription("EMBEDDED allows an entry point command (default: those that --against finds, or none)")
    )
  ),
  integrationTypes: given(
    variables,
    "integration-types",
    Flag.Literals("integration-types", ["0", "1", "0,1"]).pipe(
      Flag.withMetavar("TYPES"),
      Flag.withDescription("Installation contexts of the application (default: those that --against finds, or 0,1)")
    )
  ),
  against: given(
    variables,
    "against",
    httpUrl("against").pipe(
      Flag.withDescription("Show the difference to what this server has: its URL, or its REST base (…/api/v10)")
    )
  ),
  application: given(
    variables,
    "application",
    Flag.String("application").pipe(
      Flag.withMetavar("APP"),
      Flag.withDescription("Beside --against: whose commands, by id or name (default: the only one, or the token's)")
    )
  ),
  token: given(
    variables,
    "token",
    token("token").pipe(
      Flag.withDescription("Beside --against: the application's bot token (default: the control plane is asked for it)")
    )
  ),
  controlToken: given(
    variables,
    "control-token",
    token("control-token").pipe(Flag.withDescription("Beside --against: the server's control token, where it has one"))
  ),
  exitCode: given(
    variables,
    "exit-code",
    Flag.Boolean("exit-code").pipe(Flag.withDescription("Beside --against: end with 1 where something differs"))
  ),
  warnings: given(
    variables,
    "warnings",
    Flag.Boolean("warnings").pipe(
      Flag.withDescription("Tell what is legal but useless or surprising (default: yes; --no-warnings)")
    )
  ),
  maxWarnings: given(
    variables,
    "max-warnings",
    Flag.Int("max-warnings").pipe(
      Flag.filter(
        (count) => count >= 0,
        () => "a whole number, 0 or more"
      ),
      Flag.withMetavar("N"),
      Flag.withDescription("End with 1 where there are more warnings than these")
    )
  ),
  strict: given(
    variables,
    "strict",
    Flag.Boolean("strict").pipe(Flag.withDescription("Warn of fields that the service does not know and ignores"))
  ),
  format: given(
    variables,
    "format",
    Flag.Literals("format", ["text", "json"]).pipe(
      Flag.withMetavar("FORMAT"),
      Flag.withDescription("text (default) or json")
    )
  )
})

export type CheckFlags = {
  readonly [K in keyof ReturnType<typeof checkFlags>]: ReturnType<typeof checkFlags>[K] extends
    | Flag.Flag<infer A>
    | Argument.Argument<infer A>
    ? A
    : never
}

const snowflake = (name: string) =>
  Flag.String(name).pipe(
    Flag.filter(
      (text) => isSnowflake(text),
      () => "an id: decimal digits"
    )
  )
