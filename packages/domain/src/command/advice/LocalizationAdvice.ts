/** Advice on names, descriptions and their localizations. Source: service.md "Localization rules"; decision 15. */

import { FALLBACKS, isLocale, type Locale } from "../../base/Locale.ts"
import type { Path } from "../../error/Fault.ts"
import type { Localizations } from "../../record/ApplicationCommand.ts"
import { type Advice, type AdviceRule, advise, nothing, when } from "./AdviceRule.ts"

interface Told {
  readonly name: string
  readonly name_localizations: Localizations | null
  readonly description?: string
  readonly description_localizations?: Localizations | null
}

interface DictionaryCase {
  readonly field: "name_localizations" | "description_localizations"
  readonly text: string
  readonly locale: Locale
  readonly localized: string
  readonly dictionary: Localizations
}

const DICTIONARY_RULES: ReadonlyArray<AdviceRule<DictionaryCase>> = [
  {
    code: "LOCALIZATION_REPEATS_DEFAULT",
    sentence: "a localization equal to the default shows nothing else, unless its locale has a fallback to stop",
    source: 'service.md "Localization rules"; decision 15',
    judge: ({ text, locale, localized, field }) =>
      when(
        localized === text && FALLBACKS[locale] === undefined,
        [field, locale],
        "The same as the default, which shows without it."
      )
  },
  {
    code: "LOCALIZATION_REPEATS_FALLBACK",
    sentence: "a localization equal to that of its fallback shows without it too",
    source: 'service.md "Limits" (locale fallbacks)',
    judge: ({ text, locale, localized, dictionary, field }) => {
      const fallback = FALLBACKS[locale]
      // en-US and en-GB fall back on each other; only the second one is reported.
      const isFirstOfTwo = fallback !== undefined && FALLBACKS[fallback] === locale && locale === "en-US"
      return when(
        localized !== text && fallbackIn(dictionary, locale) === localized && !isFirstOfTwo,
        [field, locale],
        `The same as ${fallback}, which ${locale} falls back to.`
      )
    }
  },
  {
    code: "DEFAULT_HIDDEN_BY_FALLBACK",
    sentence: "with en-GB and without en-US, users of en-US read the text of en-GB in place of the default",
    source: 'service.md "Localization rules"',
    judge: ({ text, locale, localized, dictionary, field }) =>
      when(
        locale === "en-GB" && localized !== text && dictionary["en-US"] === undefined,
        [field, locale],
        "Users of en-US read this too, not the default: give the default under en-US."
      )
  }
]

const TOLD_RULES: ReadonlyArray<AdviceRule<Told>> = [
  {
    code: "DESCRIPTION_REPEATS_NAME",
    sentence: "a description that is only the name tells nobody anything",
    source: 'service.md "Application command" (description)',
    judge: ({ name, description }) =>
      description !== undefined && description !== "" && plain(description) === plain(name)
        ? when(true, ["description"], "Says no more than the name.")
        : nothing
  }
]

export const TEXT_RULES: ReadonlyArray<Pick<AdviceRule<never>, "code" | "sentence" | "source">> = [
  ...TOLD_RULES,
  ...DICTIONARY_RULES
]

/** Advice on the texts of the command, option or choice at `path`. */
export const adviseTexts = (told: Told, path: Path): ReadonlyArray<Advice> => [
  ...advise(TOLD_RULES, told, path),
  ...adviseDictionary("name_localizations", told.name, told.name_localizations, path),
  ...adviseDictionary("description_localizations", told.description ?? "", told.description_localizations ?? null, path)
]

const adviseDictionary = (
  field: DictionaryCase["field"],
  text: string,
  dictionary: Localizations | null,
  path: Path
): ReadonlyArray<Advice> =>
  Object.entries(dictionary ?? {}).flatMap(([locale, localized]) =>
    isLocale(locale) && dictionary !== null
      ? advise(DICTIONARY_RULES, { field, text, locale, localized, dictionary }, path)
      : []
  )

const fallbackIn = (dictionary: Localizations, locale: Locale): string | undefined => {
  const fallback = FALLBACKS[locale]
  return fallback === undefined ? undefined : dictionary[fallback]
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s\-_.]+/g, " ")
    .trim()
