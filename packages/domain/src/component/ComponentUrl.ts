/**
 * Addresses in components and embeds. Ours: scheme, host and port are looked at, the rest is taken as it is; characters
 * that no URI can hold are percent-encoded, because the official document demands a URI in answers.
 */

import * as Limits from "../base/Limits.ts"
import * as FormError from "../error/FormError.ts"

/** Which addresses a field takes; the text of a wrong scheme differs from place to place. */
export interface UrlRule {
  readonly schemes: ReadonlyArray<string>
  /** Of the address as answered. */
  readonly max: number
}

/** Of a link button. */
export const LINK: UrlRule = { schemes: ["discord", "http", "https"], max: Limits.component.urlMax }

/** Begins the name of a file of the message, where one may stand for an address. */
export const REFERENCE = "attachment://"

/** True for the name of a file of the message: whatever follows is a name, and no URI. */
export const isReference = (text: string): boolean =>
  text.length > REFERENCE.length && text.slice(0, REFERENCE.length).toLowerCase() === REFERENCE

const ADDRESS =
  /^([A-Za-z][A-Za-z0-9+.-]*):\/\/[^\s\p{Cc}/?#:@[\]\\]+(?::\d{1,5})?(?:[/?][^\s\p{Cc}#]*)?(?:#[^\s\p{Cc}#]*)?$/u
/** A percent sign that encodes nothing, or a character outside RFC 3986. */
const FOREIGN = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?#%]/gu

/** The address as answered: a URI, if `text` is well formed. A lone surrogate, which no encoding can carry, is U+FFFD. */
export const toUri = (text: string): string => text.toWellFormed().replace(FOREIGN, encodeURIComponent)

/** What is wrong with an address, if anything; its length is that of the answer. */
export const urlError = (text: string, { schemes, max }: UrlRule = LINK) => {
  if (!text.isWellFormed()) return FormError.notUrl
  if (toUri(text).length > max) return FormError.maxLength(max)
  const scheme = ADDRESS.exec(text)?.[1]
  if (scheme === undefined) return FormError.notUrl
  return schemes.includes(scheme.toLowerCase()) ? undefined : badScheme(scheme, schemes)
}

/** Text of the public platform (discord-buttons/discord-buttons#42). */
const badScheme = (scheme: string, schemes: ReadonlyArray<string>) => ({
  code: "URL_TYPE_INVALID_SCHEME",
  message: `Scheme "${scheme.slice(0, 100)}" is not supported. Scheme must be one of (${schemes.map((s) => `'${s}'`).join(", ")}).`
})
