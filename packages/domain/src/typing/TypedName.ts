/** Names that a user may type, shown or default. Source: wire-interactions.md §5.9 "search", §6 (fallbacks). */
import type { Locale } from "../base/Locale.ts"
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
