/**
 * Reads a flag that the environment may set too: `--ready-file` is BACKLOT_READY_FILE. The flag wins. The same rules
 * apply to the variable, and errors name it. Source: product.md "First minute".
 */
import { Effect, Option } from "effect"
import { CliError, Flag } from "effect/cli"
import { usageLine } from "./UsageLine.ts"

export type Variables = Readonly<Record<string, string | undefined>>

/** A value and its source: two exclusive values are an error only when one source gives both. */
export interface Given<A> {
  readonly value: A
  readonly by: "flag" | "environment"
}

/** Undefined when neither the flag nor the environment sets it. An empty variable counts as unset. */
export const given = <A>(
  variables: Variables,
  name: string,
  flag: Flag.Flag<A>,
  split: (text: string) => ReadonlyArray<string> = (text) => [text]
): Flag.Flag<Given<A> | undefined> =>
  Flag.optional(flag).pipe(
    Flag.mapEffect(
      Option.match({
        onSome: (value) => Effect.succeed<Given<A> | undefined>({ value, by: "flag" }),
        onNone: () => {
          const text = variables[variableOf(name)]
          if (text === undefined || text === "") return Effect.succeed(undefined)
          return flag.parse({ flags: { [name]: split(text) }, arguments: [] }).pipe(
            Effect.map(([, value]) => ({ value, by: "environment" as const })),
            Effect.mapError(
              (error) => new CliError.ValidationError({ message: usageLine(error, { subject: variableOf(name) }) })
            )
          )
        }
      })
    )
  )

/** The usage error for one source that gives two exclusive values. */
export const exclusive = (by: Given<unknown>["by"], ...names: ReadonlyArray<string>) => {
  const shown = names.map((name) => (by === "flag" ? `--${name}` : variableOf(name)))
  return new CliError.ValidationError({ message: `${shown.join(" and ")} exclude each other; give one of them` })
}

/** The environment variable of a flag. */
export const variableOf = (flag: string): string => `BACKLOT_${flag.toUpperCase().replaceAll("-", "_")}`
