/**
 * The command picker: what a user may choose from where they stand, each leaf one row, ranked by what they type.
 * Source: wire-interactions.md §5.9, §6; decisions 13, 16.
 */

import type { Locale } from "@backlot/domain/base/Locale"
import { compare } from "@backlot/domain/base/Snowflake"
import {
  type ApplicationCommand,
  type CommandOption,
  CommandType,
  OptionType
} from "@backlot/domain/record/ApplicationCommand"
import { isNesting, type NestingOption } from "@backlot/domain/typing/OptionKind"
import { shownName } from "@backlot/domain/typing/TypedName"
import { foldText, ranking } from "./PickerRank.ts"

/** A command that the user sees here, and whose it is. */
export interface OfferedCommand {
  readonly command: ApplicationCommand
  readonly application_name: string
}

/** One line of the picker: a command, or one subcommand of it. */
export interface PickerRow extends OfferedCommand {
  /** The group and the subcommand; empty for a command that is used by its own name. */
  readonly chain: ReadonlyArray<NestingOption>
  /** Default names from the command down, separated by spaces. */
  readonly path: string
  /** The same as the user reads it. */
  readonly path_localized: string
}

export interface PickerQuestion {
  /** What is typed after the slash, or with it; empty finds everything. */
  readonly query?: string | undefined
  /** Which types are shown; default: `PICKED`. */
  readonly types?: ReadonlyArray<CommandType> | undefined
  readonly locale: Locale
}

/**
 * What is picked in a channel: on its composer, its users and its messages. Entry points stand in the App Launcher only
 * (§5.9); ours: they are listed where their type is asked for.
 */
export const PICKED: ReadonlyArray<CommandType> = [CommandType.CHAT_INPUT, CommandType.USER, CommandType.MESSAGE]

/** The rows that `query` finds, the best first. */
export const pick = (
  offered: ReadonlyArray<OfferedCommand>,
  { query = "", types = PICKED, locale }: PickerQuestion
): ReadonlyArray<PickerRow> =>
  searchRows(
    rowsOf(
      offered.filter(({ command }) => types.includes(command.type)),
      locale
    ),
    query
  )

/** Every row of the commands, in their order; groups without subcommands have none (decision 13). */
export const rowsOf = (offered: ReadonlyArray<OfferedCommand>, locale: Locale): ReadonlyArray<PickerRow> =>
  offered.flatMap((one) =>
    leafChains(one.command.options ?? []).map((chain) => ({
      ...one,
      chain,
      path: [one.command, ...chain].map(({ name }) => name).join(" "),
      path_localized: [one.command, ...chain].map((named) => shownName(named, locale)).join(" ")
    }))
  )

/** The rows that the text finds by rank; equals by the name that the user reads, then by type and ids. */
export const searchRows = (rows: ReadonlyArray<PickerRow>, query: string): ReadonlyArray<PickerRow> => {
  const rankOf = ranking(query)
  return rows
    .flatMap((row) => {
      const rank = rankOf(row)
      return rank === undefined ? [] : [{ row, rank, name: foldText(row.path_localized) }]
    })
    .sort((a, b) => a.rank - b.rank || compareTexts(a.name, b.name) || compareRows(a.row, b.row))
    .map(({ row }) => row)
}

/** The commands of the rows, each once, where its first row stands. */
export const commandsOf = (rows: ReadonlyArray<PickerRow>): ReadonlyArray<OfferedCommand> => [
  ...new Map(rows.map(({ command, application_name }) => [command.id, { command, application_name }])).values()
]

/** The order of rows whose names differ in nothing that a search regards. */
const compareRows = (a: PickerRow, b: PickerRow): number =>
  compareTexts(a.path_localized, b.path_localized) ||
  a.command.type - b.command.type ||
  compareCommands(a.command, b.command) ||
  compareTexts(a.path, b.path)

/**
 * By application, its global commands before those of the guild, then by id. Ours: when a typed text may mean several
 * commands, the first in this order is meant.
 */
export const compareCommands = (a: ApplicationCommand, b: ApplicationCommand): number =>
  compare(a.application_id, b.application_id) ||
  Number(a.guild_id !== undefined) - Number(b.guild_id !== undefined) ||
  compare(a.id, b.id)

/** By code units: the same everywhere. */
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The ways from a command to what can be used; one empty way for a command without subcommands. */
const leafChains = (options: ReadonlyArray<CommandOption>): ReadonlyArray<ReadonlyArray<NestingOption>> => {
  const nesting = options.filter(isNesting)
  return nesting.length === 0 ? [[]] : nesting.flatMap(chainsThrough)
}

const chainsThrough = (option: NestingOption): ReadonlyArray<ReadonlyArray<NestingOption>> =>
  option.type === OptionType.SUB_COMMAND
    ? [[option]]
    : (option.options ?? []).filter(isNesting).map((subcommand) => [option, subcommand])
