/** Bad usage as one line that says which flag, and what to do. Source: product.md "First minute" (exit codes). */
import type { CliError } from "effect/cli"

/** `subject` names what gave a wrong value, when it was no flag of the command line. */
export const usageLine = (error: CliError.CliError, subject?: string): string => oneLine(sentence(error, subject))

const sentence = (error: CliError.CliError, subject: string | undefined): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `${error.option} is no flag of "${error.command?.join(" ") ?? "backlot"}"${hint(error.suggestions, error.command)}`
    case "UnknownSubcommand":
      return `"${error.subcommand}" is no command of "${error.parent?.join(" ") ?? "backlot"}"${hint(error.suggestions, error.parent)}`
    case "UnexpectedArgument":
      return `unexpected ${error.arguments.map((value) => JSON.stringify(value)).join(" ")}: only flags are taken here`
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
  // What the parser says of a flag that was given more often than it may.
  if (/^\d+ occurrences$/.test(value)) return `${subject} was given more than once; give it once`
  return `${subject} cannot be ${JSON.stringify(value)}: it takes ${wanted}`
}

const hint = (suggestions: ReadonlyArray<string>, path: ReadonlyArray<string> = ["backlot"]): string =>
  suggestions.length > 0
    ? `; did you mean ${suggestions.join(" or ")}?`
    : `; "${path.join(" ")} --help" lists what there is`

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ").trim()
