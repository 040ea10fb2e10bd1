/** Rules of names, descriptions and their localizations. Source: service.md "Naming rules"; decisions 1, 2. */
import * as CodePoints from "../base/CodePoints.ts"
import * as Limits from "../base/Limits.ts"
import { isLocale, LOCALES } from "../base/Locale.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { at, gather, none } from "./Rule.ts"

/** The fault of a text, if any. */
export type Check = (text: string) => FormError.FormError | undefined

const SLASH_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u

/** A text of `min` to `max` code points; without a minimum only its maximum is an error. */
export const lengthBetween =
  (min: number, max: number): Check =>
  (text) =>
    lengthError(text, min, max)

/** Names of USER, MESSAGE and entry point commands: mixed case and spaces are allowed. */
export const freeName = lengthBetween(Limits.command.nameMin, Limits.command.nameMax)

/** CHAT_INPUT command names and option names. */
export const slashName: Check = (text) => {
  const length = freeName(text)
  if (length !== undefined) return length
  return SLASH_NAME.test(text) && text === text.toLowerCase() ? undefined : FormError.invalidName
}

export const description = lengthBetween(Limits.command.descriptionMin, Limits.command.descriptionMax)

/** Empty is allowed for entry points (decision 10). */
export const optionalDescription = lengthBetween(0, Limits.command.descriptionMax)

export const choiceName = lengthBetween(Limits.command.nameMin, Limits.command.choiceNameMax)

/** The texts of a command, an option or a choice, as far as they are given. */
export interface Localized {
  readonly name?: string | null | undefined
  readonly name_localizations?: Dictionary | null | undefined
  readonly description?: string | null | undefined
  readonly description_localizations?: Dictionary | null | undefined
}

export type Dictionary = Readonly<Record<string, string | null | undefined>>

/** A required text and its localizations. */
export const judgeText = (draft: Localized, field: "name" | "description", check: Check): ReadonlyArray<Fault> => {
  const text = draft[field]
  const missing = text === undefined || text === null
  const own = at([field], missing ? FormError.required : check(text))
  const localized = judgeLocalizations(draft, field, check)
  return localized.length === 0 ? own : [...own, ...localized]
}

const LOCALIZATIONS = { name: "name_localizations", description: "description_localizations" } as const

/** The keys of localizations are known locales; a null value counts as missing. */
export const judgeLocalizations = (
  draft: Localized,
  field: "name" | "description",
  check: Check
): ReadonlyArray<Fault> => {
  const key = LOCALIZATIONS[field]
  const dictionary = draft[key]
  if (dictionary === undefined || dictionary === null) return none
  return gather(Object.entries(dictionary), ([locale, text]) => {
    if (!isLocale(locale)) return at([key, locale], FormError.choices(LOCALES))
    return text === undefined || text === null ? none : at([key, locale], check(text))
  })
}

/** The fault of a text's length, if any; a missing text has none. */
export const lengthError = (text: string | null | undefined, min: number, max: number) => {
  if (text == null || CodePoints.isBetween(text, min, max)) return undefined
  return min === 0 ? FormError.maxLength(max) : FormError.badLength(min, max)
}

/** The fault of an address of at most `max` characters, if any; an empty address counts as missing. */
export const httpUrlError = (url: string | null | undefined, max: number) => {
  if (url === undefined || url === null || url === "") return undefined
  if (CodePoints.count(url) > max) return FormError.maxLength(max)
  return /^https?:\/\/[^\s/?#]+/i.test(url) ? undefined : FormError.notUrl
}
