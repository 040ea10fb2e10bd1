/**
 * Reads a flag that the environment may set too: `--ready-file` is BACKLOT_READY_FILE. The flag wins. The same rules
 * apply to the variable, and errors name it. Source: product.md "First minute".
 */
import { Effect, Option } from "effect"
import { type Argument, CliError, Flag } from "effect/cli"
import { usageLine } from "./UsageLine.ts"

export type Variables = Readonly<Record<string, string | undefined>>

/** A value and its source: two exclusive values are an error only when one source gives both. */
export interface Given<A> {
  readonly value: A
  readonly by: "flag" | "environment"
}

/** One flag: its kind, its help, the word for its value, and how its variable holds several values. */
export type FlagRow<A> = readonly [
  kind: (name: string) => Flag.Flag<A>,
  help: string,
  metavar?: string,
  split?: (text: string) => ReadonlyArray<string>
]

type FlagsOf<Table> = {
  readonly [K in keyof Table]: Flag.Flag<Table[K] extends FlagRow<infer A> ? Given<A> | undefined : never>
}

/**
 * The flags of a table: the key `readyFile` is the flag `--ready-file`. A value is undefined when neither the flag nor
 * the environment sets it. An empty variable counts as unset.
 */
export const flagsOf = <const Table extends Readonly<Record<string, FlagRow<unknown>>>>(
  variables: Variables,
  table: Table
): FlagsOf<Table> =>
  // fromEntries forgets which key has which type.
  Object.fromEntries(
    Object.entries(table).map(([key, row]) => [key, given(variables, flagName(key), row)])
  ) as FlagsOf<Table>

/** The values of a command's flags and arguments, from the command line and the environment. */
export type Values<Flags extends (variables: Variables) => object> = {
  readonly [K in keyof ReturnType<Flags>]: ReturnType<Flags>[K] extends Flag.Flag<infer A> | Argument.Argument<infer A>
    ? A
    : never
}

const flagName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const given = <A>(variables: Variables, name: string, row: FlagRow<A>): Flag.Flag<Given<A> | undefined> => {
  const [kind, help, metavar, split = (text: string) => [text]] = row
  const described = Flag.withDescription(kind(name), help)
  const flag = metavar === undefined ? described : Flag.withMetavar(described, metavar)
  return Flag.optional(flag).pipe(
    Flag.mapEffect(
      Option.match({
        onSome: (value) => Effect.succeed<Given<A> | undefined>({ value, by: "flag" }),
        onNone: () => {
          const text = variables[variableOf(name)] ?? ""
          if (text === "") return Effect.succeed(undefined)
          return flag.parse({ flags: { [name]: split(text) }, arguments: [] }).pipe(
            Effect.map(([, value]) => ({ value, by: "environment" as const })),
            Effect.mapError(badVariable(name))
          )
        }
      })
    )
  )
}

/** The usage error for a variable whose flag refuses its text. */
export const badVariable = (flag: string) => (error: CliError.CliError) =>
  new CliError.ValidationError({ message: usageLine(error, { subject: variableOf(flag) }) })

/** Fails with a usage error. */
export const badUsage = (message: string) => Effect.fail(new CliError.ValidationError({ message }))

/** The usage error for one source that gives two exclusive values. */
export const exclusive = (by: Given<unknown>["by"], ...names: ReadonlyArray<string>) => {
  const shown = names.map((name) => (by === "flag" ? `--${name}` : variableOf(name)))
  return badUsage(`${shown.join(" and ")} exclude each other; give one of them`)
}

/** The environment variable of a flag. */
export const variableOf = (flag: string): string => `BACKLOT_${flag.toUpperCase().replaceAll("-", "_")}`
