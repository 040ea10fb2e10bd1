/** What can be wrong with a typed command. Ours: the platform's client does not let a user type these. */
import { Data } from "effect"

const MESSAGES = {
  NotACommand: "A command starts with /",
  UnknownCommand: "There is no such command here",
  SubcommandRequired: "This command is used through one of its subcommands",
  UnknownSubcommand: "There is no such subcommand",
  NotAnOption: "An option is written name:value",
  UnknownOption: "This command has no such option",
  QuoteNotClosed: 'The closing " is missing',
  TextAfterQuote: 'After the closing " comes a space or the end',
  NothingFocused: "No option is being typed"
} as const

export type CommandTextRule = keyof typeof MESSAGES

/**
 * One broken rule of the grammar in `CommandText.ts`.
 *
 * - `column`: where, in UTF-16 code units from the start of the text, 0 first
 * - `found`: the word there, cut to 100 code units
 * - `suggestions`: names that may be meant there, nearest first
 */
export class CommandTextFault extends Data.TaggedError("CommandTextFault")<{
  readonly rule: CommandTextRule
  readonly message: string
  readonly column: number
  readonly found: string
  readonly suggestions: ReadonlyArray<string>
}> {}

export const commandTextFault = (
  rule: CommandTextRule,
  column: number,
  found = "",
  suggestions: ReadonlyArray<string> = []
): CommandTextFault =>
  new CommandTextFault({ rule, message: MESSAGES[rule], column, found: found.slice(0, FOUND_MAX), suggestions })

const FOUND_MAX = 100
