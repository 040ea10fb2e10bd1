/**
 * The rows that a user can choose in their channel. Source: wire-interactions.md §5.9, §6; product.md "Control plane";
 * decisions 13, 16. Our choice: docs/choices.md "Picker and typing".
 */
import type { Locale } from "../base/Locale.ts"
import { compare } from "../base/Snowflake.ts"
import { localizedName } from "../command/CommandLocalization.ts"
import {
  type ApplicationCommand,
  type CommandChoice,
  type CommandOption,
  CommandType,
  OptionType
} from "../record/ApplicationCommand.ts"
import { isNesting, type NestingOption } from "./OptionKind.ts"
import { foldText, ranking, type Searched } from "./PickerRank.ts"
import { showChoices, shownName } from "./TypedName.ts"

/** A command that the user sees here, with its application's name. */
export interface OfferedCommand {
  readonly command: ApplicationCommand
  readonly application_name: string
}

export interface PickerRow extends OfferedCommand, Searched {
  /** The group and the subcommand; empty for a command without subcommands. */
  readonly chain: ReadonlyArray<NestingOption>
}

export interface PickerQuestion {
  /** The typed text, with or without the slash; empty matches everything. */
  readonly query?: string | undefined
  /** The command types to list; default: `PICKED`. */
  readonly types?: ReadonlyArray<CommandType> | undefined
  readonly locale: Locale
}

/**
 * The types offered in a channel: on its composer, its users and its messages. Entry points appear only in the App
 * Launcher (§5.9), so they are listed only if a caller asks for their type.
 * Our choice: docs/choices.md "Picker and typing".
 */
export const PICKED: ReadonlyArray<CommandType> = [CommandType.CHAT_INPUT, CommandType.USER, CommandType.MESSAGE]

/** The rows that match `query`, best first. */
export const pick = (
  offered: ReadonlyArray<OfferedCommand>,
  { query = "", types = PICKED, locale }: PickerQuestion
): ReadonlyArray<PickerRow> => {
  const listed = offered.filter(({ command }) => types.includes(command.type))
  return searchRows(rowsOf(listed, locale), query)
}

/** Every row of the commands, in order; a group without subcommands has none (decision 13). */
export const rowsOf = (offered: ReadonlyArray<OfferedCommand>, locale: Locale): ReadonlyArray<PickerRow> =>
  offered.flatMap((one) =>
    leafChains(one.command.options ?? []).map((chain) => ({
      ...one,
      chain,
      path: [one.command, ...chain].map(({ name }) => name).join(" "),
      path_localized: [one.command, ...chain].map((named) => shownName(named, locale)).join(" ")
    }))
  )

/** Matching rows by rank, then by localized name, type and ids. */
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

/** The commands of the rows without duplicates, in the order of their first rows. */
export const commandsOf = (rows: ReadonlyArray<PickerRow>): ReadonlyArray<OfferedCommand> => [
  ...new Map(rows.map(({ command, application_name }) => [command.id, { command, application_name }])).values()
]

const compareRows = (a: PickerRow, b: PickerRow): number =>
  compareTexts(a.path_localized, b.path_localized) ||
  a.command.type - b.command.type ||
  compareCommands(a.command, b.command) ||
  compareTexts(a.path, b.path)

/**
 * Orders by application, global commands before guild commands, then by id. If a typed text matches several commands,
 * the first in this order is used. Our choice: docs/choices.md "Picker and typing".
 */
export const compareCommands = (a: ApplicationCommand, b: ApplicationCommand): number =>
  compare(a.application_id, b.application_id) ||
  Number(a.guild_id !== undefined) - Number(b.guild_id !== undefined) ||
  compare(a.id, b.id)

/** Compares code units, so the order is independent of the locale. */
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The paths from a command to its usable leaves; one empty path for a command without subcommands. */
const leafChains = (options: ReadonlyArray<CommandOption>): ReadonlyArray<ReadonlyArray<NestingOption>> => {
  const nesting = options.filter(isNesting)
  if (nesting.length === 0) return [[]]
  return nesting.flatMap((option) =>
    option.type === OptionType.SUB_COMMAND
      ? [[option]]
      : (option.options ?? []).filter(isNesting).map((subcommand) => [option, subcommand])
  )
}

export interface PickerChoice extends CommandChoice {
  readonly name_localized: string
}

export interface PickerOption extends CommandOption {
  readonly name_localized: string
  readonly description_localized: string
  readonly choices?: ReadonlyArray<PickerChoice>
  readonly options?: ReadonlyArray<PickerOption>
}

/**
 * A command with its localizations, and each text in the user's locale (decision 16). A subcommand's row is its command
 * with the subcommand's description and options, and `path`.
 */
export interface PickerCommand extends ApplicationCommand {
  readonly application_name: string
  readonly name_localized: string
  readonly description_localized: string
  readonly options?: ReadonlyArray<PickerOption>
  /** Subcommands only: default names of the command, its group and itself, separated by spaces. */
  readonly path?: string
  /** Subcommands only: the same as `path`, in the user's locale. */
  readonly path_localized?: string
}

export const wholeCommand = (offered: OfferedCommand, locale: Locale): PickerCommand =>
  describe(offered, offered.command, locale)

export const rowCommand = (row: PickerRow, locale: Locale): PickerCommand => {
  const leaf = row.chain.at(-1)
  if (leaf === undefined) return wholeCommand(row, locale)
  const { path, path_localized } = row
  return { ...describe(row, leaf, locale), path, path_localized }
}

/** The command, with the description and options of itself or of one subcommand. */
const describe = (
  { command, application_name }: OfferedCommand,
  described: ApplicationCommand | CommandOption,
  locale: Locale
): PickerCommand => {
  const { options: _, ...own } = command
  const { description, description_localizations, options } = described
  return {
    ...own,
    application_name,
    name_localized: shownName(command, locale),
    description,
    description_localizations,
    description_localized: localizedName(description, description_localizations, locale),
    ...(options === undefined ? {} : { options: options.map((option) => optionOf(option, locale)) })
  }
}

const optionOf = (option: CommandOption, locale: Locale): PickerOption => {
  const { choices, options, ...own } = option
  return {
    ...own,
    name_localized: shownName(option, locale),
    description_localized: localizedName(option.description, option.description_localizations, locale),
    ...(choices === undefined ? {} : { choices: showChoices(choices, locale) }),
    ...(options === undefined ? {} : { options: options.map((inner) => optionOf(inner, locale)) })
  }
}
