/** The locale of an answer. Source: service.md "Localization rules"; decision 17; wire-rest.md §0 (15). */
import { isLocale, LOCALES, type Locale } from "../base/Locale.ts"

/** Header values by lower-case name. */
export type LocaleHeaders = Readonly<Record<string, string | undefined>>

/** The headers that decide the requester's locale. */
export const LOCALE_HEADERS = ["x-service-locale", "x-discord-locale", "accept-language"] as const

/**
 * `X-Service-Locale`, else `X-Discord-Locale`, else `Accept-Language`, else `setting`: the user's own locale, en-US for
 * bots, the owner's locale for client credentials. An unsupported value falls through to the next source.
 */
export const requesterLocale = (headers: LocaleHeaders, setting: Locale): Locale =>
  exact(headers["x-service-locale"]) ??
  exact(headers["x-discord-locale"]) ??
  acceptedLocale(headers["accept-language"] ?? "") ??
  setting

/** The supported locale that an `Accept-Language` value prefers, if it names one (RFC 9110 §12.5.4, RFC 4647 §3.4). */
export const acceptedLocale = (acceptLanguage: string): Locale | undefined =>
  rangesByWeight(acceptLanguage)
    .map(lookup)
    .find((locale) => locale !== undefined)

/** Other tags, by the locale that serves them. Our choice: docs/choices.md "Registration". */
const ALIASES = {
  en: "en-US",
  es: "es-ES",
  pt: "pt-BR",
  sv: "sv-SE",
  zh: "zh-CN",
  "zh-hans": "zh-CN",
  "zh-hant": "zh-TW",
  "zh-hk": "zh-TW",
  "zh-mo": "zh-TW",
  nb: "no",
  nn: "no",
  iw: "he",
  in: "id"
} as const satisfies Readonly<Record<string, Locale>>

const BY_TAG: ReadonlyMap<string, Locale> = new Map<string, Locale>([
  ...Object.entries(ALIASES),
  ...LOCALES.map((locale) => [locale.toLowerCase(), locale] as const)
])

const RANGE = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/

const exact = (value: string | undefined): Locale | undefined => {
  const trimmed = value?.trim()
  return isLocale(trimmed) ? trimmed : undefined
}

/** Lower-case language ranges by descending weight; malformed and refused ranges and `*` are left out. */
const rangesByWeight = (header: string): ReadonlyArray<string> =>
  header
    .toLowerCase()
    .split(",")
    .flatMap((part) => {
      const [, tag, q = "1"] = RANGE.exec(part.trim()) ?? []
      return tag === undefined || Number(q) === 0 ? [] : [{ tag, weight: Number(q) }]
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)

/** Matches a tag by its first two subtags, else by its first: `de-at-1996` by `de`. */
const lookup = (tag: string): Locale | undefined => {
  const [language = "", second] = tag.split("-", 2)
  return (second === undefined ? undefined : BY_TAG.get(`${language}-${second}`)) ?? BY_TAG.get(language)
}
