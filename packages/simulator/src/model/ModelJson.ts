/**
 * JSON as it is sent: fields are checked, never trusted. Names, texts and their localizations in it. Source: service.md
 * "Naming rules", "Localization rules".
 */
import * as Limits from "./ModelLimits.ts"

export type Json = Readonly<Record<string, unknown>>

/** Decision 3: what libraries send where a field has no meaning. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0)

export const listOf = (value: unknown): ReadonlyArray<Json> =>
  // The generator makes elements objects.
  Array.isArray(value) ? (value as ReadonlyArray<Json>) : []

export type Path = ReadonlyArray<string | number>

/** service.md "Naming rules"; decision 1: other names are as free as USER and MESSAGE names. */
export const nameFaults = (path: Path, value: unknown, strict: boolean): ReadonlyArray<Path> => {
  const faults = textFaults(path, value, Limits.command.nameMin, Limits.command.nameMax)
  if (faults.length > 0 || !strict || typeof value !== "string") return faults
  const allowed = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u.test(value)
  return allowed && value === value.toLowerCase() ? [] : [path]
}

/** Decision 2: lengths count code points. */
export const textFaults = (path: Path, value: unknown, min: number, max: number): ReadonlyArray<Path> => {
  if (typeof value !== "string") return [path]
  const length = [...value].length
  return length < min || length > max ? [path] : []
}

type Judge = (path: Path, value: unknown) => ReadonlyArray<Path>
type Field = "name" | "description"

/** A text and its translations. */
export const localizedFaults = (path: Path, node: Json, field: Field, judge: Judge): ReadonlyArray<Path> => [
  ...judge([...path, field], node[field]),
  ...localizationFaults(path, node, field, judge)
]

/** Values follow the rules of the text they translate; keys are locales. */
export const localizationFaults = (path: Path, node: Json, field: Field, judge: Judge): ReadonlyArray<Path> => {
  const at = [...path, `${field}_localizations`]
  return Object.entries(Object(node[`${field}_localizations`] ?? {})).flatMap(([locale, text]) =>
    LOCALES.includes(locale) ? judge([...at, locale], text) : [at]
  )
}

/** wire-interactions.md §6. */
const LOCALES =
  "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW".split(
    " "
  )
