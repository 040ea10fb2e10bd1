/** A request as Node has read it: the head; the body comes by `Body`. */
import type { IncomingMessage } from "node:http"

export type BodyKind = "json" | "form"

export interface Sent {
  readonly source: IncomingMessage
  readonly method: string
  /** Path and query; several slashes in a row are one. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Tells a client that waits for it (`Expect: 100-continue`) to send the body. */
  readonly invite?: (() => void) | undefined
  /** What the text of a body means: it may have the id of a real bot where this service has another. */
  readonly meant?: ((text: string, kind: BodyKind) => string) | undefined
}

export const sentOf = (source: IncomingMessage, invite?: () => void): Sent => {
  const { url = "/", method = "GET" } = source
  // Node makes a list only of Set-Cookie, which no request has.
  const headers = source.headers as Sent["headers"]
  if (url.startsWith("/")) return { source, method, url: withSingleSlashes(url), headers, invite }
  const target = /^https?:/i.test(url) ? URL.parse(url) : null
  if (target === null) return { source, method, url, headers, invite }
  // RFC 9112 §3.2.2: the authority of the target takes precedence over Host.
  const { host, pathname, search } = target
  return { source, method, url: withSingleSlashes(pathname + search), headers: { ...headers, host }, invite }
}

/**
 * Several slashes in a row of the path are one, as on the platform: a base URL with a slash at its end makes them. Every
 * surface reads the address after this.
 */
export const withSingleSlashes = (url: string): string => {
  if (!url.includes("//") || !url.startsWith("/")) return url
  const end = url.indexOf("?")
  const path = end < 0 ? url : url.slice(0, end)
  return path.replace(/\/{2,}/g, "/") + url.slice(path.length)
}

/** Whether a body comes after the head. */
export const hasBody = ({ headers }: Sent): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"
