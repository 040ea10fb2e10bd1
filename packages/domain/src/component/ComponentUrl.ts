/**
 * URLs in components and embeds. Only scheme, host and port are checked. Characters that a URI cannot contain are
 * percent-encoded, because the official document requires a URI in responses.
 * Our choice: docs/choices.md "Components and modals".
 */
import * as Limits from "../base/Limits.ts"
import * as FormError from "../error/FormError.ts"

/** The URLs that a field accepts. The error text for a wrong scheme differs between fields. */
interface UrlRule {
  readonly schemes: ReadonlyArray<string>
  /** Maximum length of the URL as shown in responses. */
  readonly max: number
}

/** For a link button. */
const LINK: UrlRule = { schemes: ["discord", "http", "https"], max: Limits.component.urlMax }

/** The prefix of a reference to a file of the message. */
export const REFERENCE = "attachment://"

/** True for a reference to a file of the message: the rest is a file name, not a URI. */
export const isReference = (text: string): boolean =>
  text.length > REFERENCE.length && text.slice(0, REFERENCE.length).toLowerCase() === REFERENCE

const ADDRESS =
  /^([A-Za-z][A-Za-z0-9+.-]*):\/\/[^\s\p{Cc}/?#:@[\]\\]+(?::\d{1,5})?(?:[/?][^\s\p{Cc}#]*)?(?:#[^\s\p{Cc}#]*)?$/u
/** A percent sign that is no escape, or a character outside RFC 3986. */
const FOREIGN = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?#%]/gu

/** The URL as shown in responses: a URI if `text` is well formed. A lone surrogate becomes U+FFFD. */
export const toUri = (text: string): string => text.toWellFormed().replace(FOREIGN, encodeURIComponent)

/** The error of a URL, if any; its length is measured as shown in responses. */
export const urlError = (text: string, { schemes, max }: UrlRule = LINK) => {
  if (!text.isWellFormed()) return FormError.notUrl
  if (toUri(text).length > max) return FormError.maxLength(max)
  const scheme = ADDRESS.exec(text)?.[1]
  if (scheme === undefined) return FormError.notUrl
  return schemes.includes(scheme.toLowerCase()) ? undefined : badScheme(scheme, schemes)
}

/** Text of the public platform (discord-buttons/discord-buttons#42). */
const badScheme = (scheme: string, schemes: ReadonlyArray<string>) =>
  FormError.of(
    "URL_TYPE_INVALID_SCHEME",
    `Scheme "${scheme.slice(0, 100)}" is not supported. Scheme must be one of (${schemes.map((s) => `'${s}'`).join(", ")}).`
  )
