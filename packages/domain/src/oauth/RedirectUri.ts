/**
 * Where an authorization may redirect the browser. Sources: decisions 42, 43; service.md "Authorization arguments"
 * (CustomSchemeParam); RFC 8252 §7.1, §7.3. Addresses are compared as texts, never parsed or normalised, so that no
 * trick with case, user information, escapes or dots can make two readers disagree.
 */
import type { Snowflake } from "../base/Snowflake.ts"

export interface Registered {
  readonly application_id: Snowflake
  readonly redirect_uris: ReadonlyArray<string>
  /** Decision 43: the redirect scheme of the authorization arguments. */
  readonly service_prefix: string
}

/** `implicit`: one of the two forms in the authorization arguments, which every application has. */
export type RedirectKind = "registered" | "implicit"

/** The kind of a redirect address; undefined when it is not allowed. */
export const kindOf = (uri: string, registered: Registered): RedirectKind | undefined => {
  if (!isSafe(uri)) return undefined
  if (registered.redirect_uris.some((known) => known === uri || isSameLoopback(known, uri))) return "registered"
  return isStandardForm(uri, registered) || isCustomForm(uri, registered) ? "implicit" : undefined
}

/** The default of a request without an address: the first registered one (wire-rest.md §5.2). */
export const defaultOf = ({ redirect_uris }: Registered): string | undefined => redirect_uris.find(isSafe)

/** Appends form-encoded parameters; an address that has parameters keeps them. */
export const withParameters = (
  uri: string,
  part: "query" | "fragment",
  parameters: ReadonlyArray<readonly [name: string, value: string | undefined]>
): string => {
  const text = parameters
    .flatMap(([name, value]) => (value === undefined ? [] : [`${encode(name)}=${encode(value)}`]))
    .join("&")
  if (text === "") return uri
  if (part === "fragment") return `${uri}#${text}`
  const joint = uri.includes("?") ? (/[?&]$/.test(uri) ? "" : "&") : "?"
  return `${uri}${joint}${text}`
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll("%20", "+")

const PATH = ":/authorize/callback"

const isStandardForm = (uri: string, { application_id, service_prefix }: Registered): boolean =>
  uri === `${service_prefix}-${application_id}${PATH}`

/** `<scheme>:/authorize/callback`, where the scheme can belong to one app only. */
const isCustomForm = (uri: string, { service_prefix }: Registered): boolean => {
  const scheme = uri.endsWith(PATH) ? uri.slice(0, -PATH.length) : ""
  return SCHEME.test(scheme) && !isTaken(scheme.toLowerCase(), service_prefix.toLowerCase())
}

/** Whether the scheme cannot be an app's own: systems open it themselves, or it names this service. */
const isTaken = (scheme: string, prefix: string): boolean =>
  SYSTEM_SCHEMES.has(scheme) ||
  SYSTEM_FAMILIES.some((family) => scheme.startsWith(family)) ||
  scheme === prefix ||
  scheme.startsWith(`${prefix}-`)

/** RFC 3986 §3.1. */
const SCHEME = /^[a-z][a-z0-9+.-]*$/i

/** The IANA registry of URI schemes, and those of browsers. Our choice: docs/choices.md "OAuth2". */
const SYSTEM_SCHEMES: ReadonlySet<string> = new Set(
  [
    "about acap blob brave cap chrome cid content crid data dav dns edge example facetime fax feed file filesystem",
    "firefox ftp ftps geo git go gopher h323 hcp http https iax im imap imaps info intent ipp ipps irc ircs itms jar",
    "javascript ldap ldaps livescript magnet mailserver mailto maps market message mhtml microsoft-edge mid mk mms",
    "mocha msrp news nfs nntp opaquelocktoken opera pkcs11 pop pres res resource rlogin rtsp rtsps rtspu search",
    "search-ms sftp shell sip sips skype slack smb sms snmp ssh stun stuns svn tag tel telnet tftp tip tn3270 turn",
    "turns urn vbscript view-source vnc wais webcal ws wss wyciwyg xmpp"
  ].flatMap((line) => line.split(" "))
)

const SYSTEM_FAMILIES = "android- chrome- coap git+ itms- moz- ms- org.iana. svn+ web+ x-apple".split(" ")

/** Printable ASCII, no fragment, nothing that a browser runs as code. Our choice: docs/choices.md "OAuth2". */
const isSafe = (uri: string): boolean => PLAIN.test(uri) && !CODE.test(uri)

const PLAIN = /^[\x21-\x22\x24-\x5b\x5d-\x7e]+$/
const CODE = /^(?:javascript|vbscript|livescript|mocha|data|blob|file|filesystem|about|view-source|jar):/i

/** The parts of a loopback address: scheme and IP, port, rest. */
const LOOPBACK = /^(https?:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/
const PORT_MAX = 65_535

/** Decision 42: for a registered loopback IP any port matches. `localhost` is a name, not an IP. */
const isSameLoopback = (known: string, uri: string): boolean => {
  const [registered, asked] = [LOOPBACK.exec(known), LOOPBACK.exec(uri)]
  if (registered === null || asked === null || Number(asked[2] ?? 0) > PORT_MAX) return false
  return registered[1] === asked[1] && registered[3] === asked[3]
}
