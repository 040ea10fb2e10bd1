/** Locales as data. Source: wire-interactions.md §6 (34 locales), service.md "Limits" (fallbacks). */

export const LOCALES = [
  "ar",
  "bg",
  "cs",
  "da",
  "de",
  "el",
  "en-GB",
  "en-US",
  "es-419",
  "es-ES",
  "fi",
  "fr",
  "he",
  "hi",
  "hr",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
  "lt",
  "nl",
  "no",
  "pl",
  "pt-BR",
  "ro",
  "ru",
  "sv-SE",
  "th",
  "tr",
  "uk",
  "vi",
  "zh-CN",
  "zh-TW"
] as const

export type Locale = (typeof LOCALES)[number]

/** When the user's locale is missing, its fallback is used, then the default value. */
export const FALLBACKS: Partial<Record<Locale, Locale>> = { "en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES" }

const known: ReadonlySet<string> = new Set(LOCALES)

export const isLocale = (value: unknown): value is Locale => typeof value === "string" && known.has(value)
