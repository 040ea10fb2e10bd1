/**
 * Names that a user may type, shown or default, and choices as a client shows them. Source: wire-interactions.md §4.4,
 * §5.9 "search", §6 (fallbacks, "choice"); service.md "Localization rules", "Limits", "Option choice".
 */
import { LOCALES, type Locale } from "../base/Locale.ts"
import { localizedName } from "../command/CommandLocalization.ts"
import type { Localizations } from "../record/ApplicationCommand.ts"

export interface Named {
  readonly name: string
  readonly name_localizations?: Localizations | null
}

/** The name in the user's locale. */
export const shownName = (named: Named, locale: Locale): string =>
  localizedName(named.name, named.name_localizations ?? null, locale)

/** Every name that may be typed, with its item; a shown name takes precedence over another item's default name. */
export const typedNames = <N extends Named>(items: ReadonlyArray<N>, locale: Locale): ReadonlyMap<string, N> => {
  const names = new Map<string, N>()
  for (const nameOf of [(item: N) => shownName(item, locale), (item: N) => item.name]) {
    for (const item of items) if (!names.has(nameOf(item))) names.set(nameOf(item), item)
  }
  return names
}

/** A choice of a command, or one from an app's autocomplete response. */
export interface Choice extends Named {
  readonly value: string | number
}

/** The choices for a user of `locale`, in the app's order; null gives an empty list (wire-interactions.md §4.4). */
export const showChoices = <C extends Choice>(
  choices: ReadonlyArray<C> | null,
  locale: Locale
): ReadonlyArray<C & { readonly name_localized: string }> =>
  (choices ?? []).map((choice) => ({ ...choice, name_localized: shownName(choice, locale) }))

/**
 * Finds the choice for a typed text: by shown name, default name, value, then by either name ignoring case. A shown
 * name takes precedence over a value because the user sees it. Undefined if there is no match.
 */
export const findChoice = <C extends Choice>(
  choices: ReadonlyArray<C>,
  typed: string,
  locale: Locale
): C | undefined => {
  const folded = typed.toLowerCase()
  const fits: ReadonlyArray<(choice: C) => boolean> = [
    (choice) => shownName(choice, locale) === typed,
    (choice) => choice.name === typed,
    (choice) => String(choice.value) === typed,
    (choice) => shownName(choice, locale).toLowerCase() === folded,
    (choice) => choice.name.toLowerCase() === folded
  ]
  return fits.map((fit) => choices.find(fit)).find((found) => found !== undefined)
}

export interface Clash {
  readonly index: number
  /** The earlier item with the same name. */
  readonly other: number
  /** The first locale in which they clash. */
  readonly locale: Locale
}

/** Pairs of names that differ by default but are equal in some locale, each pair once; skips undefined elements. */
export const clashes = (items: ReadonlyArray<Named | undefined>): ReadonlyArray<Clash> => {
  if (items.every((item) => item?.name_localizations == null)) return []
  const found = new Map<string, Clash>()
  for (const locale of LOCALES) {
    const seen = new Map<string, number>()
    for (const [index, item] of items.entries()) {
      if (item === undefined) continue
      const shown = shownName(item, locale)
      const other = seen.get(shown)
      const pair = `${other} ${index}`
      if (other === undefined) seen.set(shown, index)
      else if (items[other]?.name !== item.name && !found.has(pair)) found.set(pair, { index, other, locale })
    }
  }
  return [...found.values()].sort((a, b) => a.index - b.index)
}
