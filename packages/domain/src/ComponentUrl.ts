/**
 * Addresses of link buttons. Ours: scheme, host and port are looked at, the rest is taken as it is; characters that no
 * URI can hold are percent-encoded, because the official document demands a URI in answers.
 */
import * as FormError from "./FormError.ts"
import * as Limits from "./Limits.ts"

const SCHEMES = ["discord", "http", "https"]

const ADDRESS =
  /^([A-Za-z][A-Za-z0-9+.-]*):\/\/[^\s\p{Cc}/?#:@[\]\\]+(?::\d{1,5})?(?:[/?][^\s\p{Cc}#]*)?(?:#[^\s\p{Cc}#]*)?$/u
/** A percent sign that encodes nothing, or a character outside RFC 3986. */
const FOREIGN = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?#%]/gu

/** The address as answered: a URI, if `text` is well formed. A lone surrogate, which no encoding can carry, is U+FFFD. */
export const toUri = (text: string): string => text.toWellFormed().replace(FOREIGN, encodeURIComponent)

/** What is wrong with an address, if anything; its length is that of the answer. */
export const urlError = (text: string) => {
  const { urlMax } = Limits.component
  if (!text.isWellFormed()) return FormError.notUrl
  if (toUri(text).length > urlMax) return FormError.maxLength(urlMax)
  const scheme = ADDRESS.exec(text)?.[1]
  if (scheme === undefined) return FormError.notUrl
  return SCHEMES.includes(scheme.toLowerCase()) ? undefined : badScheme(scheme)
}

/** Text of the public platform (discord-buttons/discord-buttons#42). */
const badScheme = (scheme: string) => ({
  code: "URL_TYPE_INVALID_SCHEME",
  message: `Scheme "${scheme}" is not supported. Scheme must be one of (${SCHEMES.map((s) => `'${s}'`).join(", ")}).`
})
