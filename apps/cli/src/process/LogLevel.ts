/** The lowest level that is logged, as the environment sets it. `--log-level` wins over it. */
import { Effect, type LogLevel, Option } from "effect"
import { type CliError, GlobalFlag } from "effect/cli"
import { badVariable, type Variables, variableOf } from "../given/Given.ts"

/** The services that the parser of a flag may use. */
type Environment = Effect.Services<ReturnType<typeof GlobalFlag.LogLevel.flag.parse>>

const NAME = "log-level"

/** These commands log only problems: other server logs matter only to the operators of a server. */
const QUIET = new Set(["simulate", "exec", "check"])

/** Fails with a usage error when BACKLOT_LOG_LEVEL is not a level. Without the variable, the command decides. */
export const logLevel = (
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
