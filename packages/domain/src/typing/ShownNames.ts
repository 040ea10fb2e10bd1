/**
 * Compares names as users of each language read them. Source: service.md "Localization rules", "Limits" (fallbacks).
 */
import { LOCALES, type Locale } from "../base/Locale.ts"
import { type Named, shownName } from "./TypedName.ts"

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
