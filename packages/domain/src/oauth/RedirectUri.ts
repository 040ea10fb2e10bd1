/**
 * Where an authorization may send the browser back to. Sources: decisions 42, 43; service.md "Authorization arguments"
 * (CustomSchemeParam); RFC 8252 §7.1, §7.3.
 *
 * Addresses are compared as texts, never parsed and never normalised: what no reader can read in two ways leaves no room
 * for tricks with case, user information, escapes or dots.
 */
import type { Snowflake } from "../base/Snowflake.ts"

export interface Registered {
  readonly application_id: Snowflake
  readonly redirect_uris: ReadonlyArray<string>
  /** Decision 43: of the redirect scheme of the authorization arguments. */
  readonly service_prefix: string
}

/** `implicit`: by one of the two forms of the authorization arguments, which every application has. */
export type RedirectKind = "registered" | "implicit"

/** How an application may be answered there; undefined when it may not. */
export const kindOf = (uri: string, registered: Registered): RedirectKind | undefined => {
  if (!isSafe(uri)) return undefined
  if (registered.redirect_uris.some((known) => known === uri || isSameLoopback(known, uri))) return "registered"
  return isStandardForm(uri, registered) || isCustomForm(uri, registered) ? "implicit" : undefined
}

/** The one that a request means which names none: the first registered (wire-rest.md §5.2). */
export const defaultOf = ({ redirect_uris }: Registered): string | undefined => redirect_uris.find(isSafe)

/** Adds parameters as a form writes them, beside those of an address that has some already. */
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

/** `<scheme>:/authorize/callback`, where the scheme can be that of an app alone. */
const isCustomForm = (uri: string, { service_prefix }: Registered): boolean => {
  const scheme = uri.endsWith(PATH) ? uri.slice(0, -PATH.length) : ""
  return SCHEME.test(scheme) && !isTaken(scheme.toLowerCase(), service_prefix.toLowerCase())
}

/**
 * Not an app's own: what browsers and systems open themselves, and what stands for this service, which would bring one
 * application's codes to another.
 */
const isTaken = (scheme: string, prefix: string): boolean =>
  SYSTEM_SCHEMES.has(scheme) ||
  SYSTEM_FAMILIES.some((family) => scheme.startsWith(family)) ||
  scheme === prefix ||
  scheme.startsWith(`${prefix}-`)

/** RFC 3986 §3.1. */
const SCHEME = /^[a-z][a-z0-9+.-]*$/i

/** Ours: schemes with a meaning of their own (the IANA registry of URI schemes, and those of browsers). */
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

const SYSTEM_FAMILIES: ReadonlyArray<string> = [
  "android-",
  "chrome-",
  "coap",
  "git+",
  "itms-",
  "moz-",
  "ms-",
  "org.iana.",
  "svn+",
  "web+",
  "x-apple"
]

/**
 * Printable ASCII without a fragment (RFC 6749 §3.1.2) and without what a browser could take for code (ours), even when
 * a world has registered it.
 */
const isSafe = (uri: string): boolean => PLAIN.test(uri) && !CODE.test(uri)

const PLAIN = /^[\x21-\x22\x24-\x5b\x5d-\x7e]+$/
const CODE = /^(?:javascript|vbscript|livescript|mocha|data|blob|file|filesystem|about|view-source|jar):/i

/** A loopback address by its IP, its port, and the rest. */
const LOOPBACK = /^(https?:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/
const PORT_MAX = 65_535

/** Decision 42: with a registered loopback IP any port matches; `localhost` is a name and no IP. */
const isSameLoopback = (known: string, uri: string): boolean => {
  const [registered, asked] = [LOOPBACK.exec(known), LOOPBACK.exec(uri)]
  if (registered === null || asked === null || Number(asked[2] ?? 0) > PORT_MAX) return false
  return registered[1] === asked[1] && registered[3] === asked[3]
}
