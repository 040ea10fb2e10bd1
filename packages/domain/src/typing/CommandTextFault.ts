/** What can be wrong with a typed command. Ours: the platform's client does not let a user type these. */

import { Data } from "effect"
import type { ApplicationCommand } from "../record/ApplicationCommand.ts"

const error = (suffix: string, message: string) => ({ code: `COMMAND_TEXT_${suffix}`, message })

const RULES = {
  NotACommand: error("NOT_A_COMMAND", "A command starts with /"),
  UnknownCommand: error("UNKNOWN_COMMAND", "There is no such command here"),
  SubcommandRequired: error("SUBCOMMAND_REQUIRED", "This command is used through one of its subcommands"),
  UnknownSubcommand: error("UNKNOWN_SUBCOMMAND", "There is no such subcommand"),
  NotAnOption: error("NOT_AN_OPTION", "An option is written name:value"),
  UnknownOption: error("UNKNOWN_OPTION", "This command has no such option"),
  QuoteNotClosed: error("QUOTE_NOT_CLOSED", 'The closing " is missing'),
  TextAfterQuote: error("TEXT_AFTER_QUOTE", 'After the closing " comes a space or the end'),
  NothingFocused: error("NOTHING_FOCUSED", "No option is being typed")
} as const

export type CommandTextRule = keyof typeof RULES

/**
 * One broken rule of the grammar in `CommandText.ts`.
 *
 * - `code`: e.g. `COMMAND_TEXT_UNKNOWN_OPTION`
 * - `column`: where, in UTF-16 code units from the start of the text, 0 first
 * - `found`: the word there, cut to 100 code units
 * - `suggestions`: names that may be meant there, nearest first
 * - `known`: every command, or every subcommand, that may stand there, as the user reads it
 * - `command`: the one that is meant, once that is known
 */
export class CommandTextFault extends Data.TaggedError("CommandTextFault")<{
  readonly rule: CommandTextRule
  readonly code: string
  readonly message: string
  readonly column: number
  readonly found: string
  readonly suggestions: ReadonlyArray<string>
  readonly known: ReadonlyArray<string>
  readonly command?: ApplicationCommand
}> {}

export const commandTextFault = (
  rule: CommandTextRule,
  column: number,
  found = "",
  suggestions: ReadonlyArray<string> = [],
  known: ReadonlyArray<string> = []
): CommandTextFault =>
  new CommandTextFault({ rule, ...RULES[rule], column, found: found.slice(0, FOUND_MAX), suggestions, known })

/** The fault of a text whose command is known. */
export const inCommand =
  (command: ApplicationCommand) =>
  ({ rule, column, found, suggestions, known, code, message }: CommandTextFault): CommandTextFault =>
    new CommandTextFault({ rule, code, message, column, found, suggestions, known, command })

const FOUND_MAX = 100
