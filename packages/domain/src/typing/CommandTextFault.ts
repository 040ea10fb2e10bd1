/**
 * Faults of a typed command. The platform's client prevents such texts.
 * Our choice: docs/choices.md "Picker and typing".
 */

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
 * - `column`: in UTF-16 code units from the start of the text, from 0
 * - `found`: the word at that column, cut to 100 code units
 * - `suggestions`: similar names that are allowed there, nearest first
 * - `known`: every command or subcommand that is allowed there, by its localized name
 * - `command`: the typed command, if already known
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

/** Adds the command to a fault. */
export const inCommand =
  (command: ApplicationCommand) =>
  ({ rule, column, found, suggestions, known, code, message }: CommandTextFault): CommandTextFault =>
    new CommandTextFault({ rule, code, message, column, found, suggestions, known, command })

const FOUND_MAX = 100
