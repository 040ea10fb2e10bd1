/** Choices as a client shows them. Source: wire-interactions.md §6 "choice", §4.4; service.md "Option choice". */
import type { Locale } from "../base/Locale.ts"
import { type Named, shownName } from "./TypedName.ts"

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
