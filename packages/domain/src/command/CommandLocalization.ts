/** The texts of a command for a user. Source: service.md "Localization rules", "Limits"; decisions 15, 16. */
import { FALLBACKS, type Locale } from "../base/Locale.ts"
import type { ApplicationCommand, Localizations } from "../record/ApplicationCommand.ts"
import { type ListedChoice, type ListedCommand, type ListedOption, withLocalized } from "./CommandWire.ts"

export interface LocalizedChoice extends ListedChoice {
  readonly name_localized: string
}

export interface LocalizedOption extends ListedOption {
  readonly name_localized: string
  readonly description_localized: string
  readonly choices?: ReadonlyArray<LocalizedChoice>
  readonly options?: ReadonlyArray<LocalizedOption>
}

/** A command as a picker shows it: a localized text beside every default text. */
export interface LocalizedCommand extends ListedCommand {
  readonly name_localized: string
  readonly description_localized: string
  readonly options?: ReadonlyArray<LocalizedOption>
}

/** The text to show. A value equal to the default has one effect: it stops the fallback of its locale (decision 15). */
export const localizedName = (text: string, dictionary: Localizations | null, locale: Locale): string => {
  const fallback = FALLBACKS[locale]
  return dictionary?.[locale] ?? (fallback === undefined ? undefined : dictionary?.[fallback]) ?? text
}

/** The command tree for a user of `locale`: no dictionaries, `name_localized` and `description_localized` everywhere. */
export const localize = (command: ApplicationCommand, locale: Locale): LocalizedCommand =>
  // localizedName always returns a text, so no localized key is missing.
  withLocalized(command, (text, dictionary) => localizedName(text, dictionary, locale)) as LocalizedCommand
