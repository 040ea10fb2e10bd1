/** A row of the picker. Source: product.md "Control plane". Our choice: docs/choices.md "Picker and typing". */
import type { Locale } from "../base/Locale.ts"
import { localizedName } from "../command/CommandLocalization.ts"
import type { ApplicationCommand, CommandChoice, CommandOption } from "../record/ApplicationCommand.ts"
import { showChoices } from "./TypedName.ts"
import type { OfferedCommand, PickerRow } from "./Picker.ts"
import { shownName } from "./TypedName.ts"

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
