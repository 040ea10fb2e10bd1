/** Faults of a typed command. The platform's client prevents such texts. Our choice: docs/choices.md "Picker and typing". */
import { Result } from "effect"
import type { FormError } from "../error/FormError.ts"
import type { ApplicationCommand } from "../record/ApplicationCommand.ts"

/** The end of each rule's code, and its text. */
const RULES = {
  NotACommand: ["NOT_A_COMMAND", "A command starts with /"],
  UnknownCommand: ["UNKNOWN_COMMAND", "There is no such command here"],
  SubcommandRequired: ["SUBCOMMAND_REQUIRED", "This command is used through one of its subcommands"],
  UnknownSubcommand: ["UNKNOWN_SUBCOMMAND", "There is no such subcommand"],
  NotAnOption: ["NOT_AN_OPTION", "An option is written name:value"],
  UnknownOption: ["UNKNOWN_OPTION", "This command has no such option"],
  QuoteNotClosed: ["QUOTE_NOT_CLOSED", 'The closing " is missing'],
  TextAfterQuote: ["TEXT_AFTER_QUOTE", 'After the closing " comes a space or the end'],
  NothingFocused: ["NOTHING_FOCUSED", "No option is being typed"]
} as const

/** One broken rule of the grammar in `CommandText.ts`; its code is e.g. `COMMAND_TEXT_UNKNOWN_OPTION`. */
export interface CommandTextFault extends FormError {
  readonly rule: keyof typeof RULES
  /** In UTF-16 code units from the start of the text, from 0. */
  readonly column: number
  /** The word at that column, cut to 100 code units. */
  readonly found: string
  /** Similar names that are allowed there, nearest first. */
  readonly suggestions: ReadonlyArray<string>
  /** Every command or subcommand that is allowed there, by its localized name. */
  readonly known: ReadonlyArray<string>
  readonly command?: ApplicationCommand
}

export const textFault = (
  rule: CommandTextFault["rule"],
  column: number,
  found = "",
  suggestions: ReadonlyArray<string> = [],
  known: ReadonlyArray<string> = []
): Result.Result<never, CommandTextFault> => {
  const [suffix, message] = RULES[rule]
  const word = found.slice(0, FOUND_MAX)
  return Result.fail({ rule, code: `COMMAND_TEXT_${suffix}`, message, column, found: word, suggestions, known })
}

const FOUND_MAX = 100
