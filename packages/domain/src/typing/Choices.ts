/**
 * Choices as a client shows them: localized names for people, values for the wire.
 * Source: wire-interactions.md §6 "choice", §4.4; service.md "Option choice", "Localization rules".
 */
import type { Locale } from "../base/Locale.ts"
import { type Named, shownName } from "./TypedName.ts"

/** A choice of a command, or one that an app answered to an autocomplete request. */
export interface Choice extends Named {
  readonly value: string | number
}

/**
 * The list a user of `locale` sees, in the app's order: `name_localized` is what they read. An app may answer null or
 * [] (wire-interactions.md §4.4): both show nothing.
 */
export const showChoices = <C extends Choice>(
  choices: ReadonlyArray<C> | null,
  locale: Locale
): ReadonlyArray<C & { readonly name_localized: string }> =>
  (choices ?? []).map((choice) => ({ ...choice, name_localized: shownName(choice, locale) }))

/**
 * The choice that typed text means: by shown name, by default name, by value, then by either name without regard to
 * case. A shown name wins over a value because it is what the user reads. Undefined: no such choice.
 */
export const findChoice = <C extends Choice>(
  choices: ReadonlyArray<C>,
  typed: string,
  locale: Locale
): C | undefined => {
  const folded = typed.toLowerCase()
  const tests: ReadonlyArray<(choice: C) => boolean> = [
    (choice) => shownName(choice, locale) === typed,
    (choice) => choice.name === typed,
    (choice) => String(choice.value) === typed,
    (choice) => shownName(choice, locale).toLowerCase() === folded,
    (choice) => choice.name.toLowerCase() === folded
  ]
  for (const test of tests) {
    const found = choices.find(test)
    if (found !== undefined) return found
  }
  return undefined
}
