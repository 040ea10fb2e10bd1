/** Reports bad usage in one line that names the flag and the remedy. Source: product.md "First minute" (exit codes). */
import type { CliError } from "effect/cli"

interface UsageContext {
  /** The source of the wrong value, when it is not a flag. */
  readonly subject?: string
  /** The words of the called command, from the program's name on. */
  readonly command?: ReadonlyArray<string> | undefined
  /** An example of a correct call. */
  readonly example?: string | undefined
}

export const usageLine = (error: CliError.CliError, context: UsageContext = {}): string =>
  oneLine(sentence(error, context))

const sentence = (error: CliError.CliError, { subject, command, example }: UsageContext): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `${error.option} is no flag of "${error.command?.join(" ") ?? "backlot"}"${hint(error.suggestions, error.command)}`
    case "UnknownSubcommand":
      return `"${error.subcommand}" is no command of "${error.parent?.join(" ") ?? "backlot"}"${hint(error.suggestions, error.parent)}`
    case "UnexpectedArgument":
      return `unexpected ${error.arguments.map((value) => JSON.stringify(value)).join(" ")}${hint([], command)}`
    case "MissingArgument":
      return `${error.argument} is missing${example === undefined ? hint([], command) : `, as in: ${example}`}`
    case "InvalidValue":
      return invalidValue(error, subject ?? `--${error.option}`)
    case "MissingOption":
      return `--${error.option} is missing`
    default:
      return error.message
  }
}

const invalidValue = ({ value, expected }: CliError.InvalidValue, subject: string): string => {
  const wanted = expected.replace(/^Expected:? /, "")
  if (value === "") return `${subject} needs a value: ${wanted}`
  // The parser's message for a flag that was given too often.
  if (/^\d+ occurrences$/.test(value)) return `${subject} was given more than once; give it once`
  return `${subject} cannot be ${JSON.stringify(value)}: it takes ${wanted}`
}

const hint = (suggestions: ReadonlyArray<string>, path: ReadonlyArray<string> = ["backlot"]): string =>
  suggestions.length > 0
    ? `; did you mean ${suggestions.join(" or ")}?`
    : `; "${path.join(" ")} --help" lists what there is`

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ").trim()
