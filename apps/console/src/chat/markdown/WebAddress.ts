/** Addresses that come from apps: which may be followed, and which may be loaded. */

import { FILE_HOSTS } from "@backlot/domain/base/PlatformHosts"

/** Undefined unless it is an address of the web. */
export const webAddress = (given: unknown): string | undefined => {
  if (typeof given !== "string" || !URL.canParse(given)) return undefined
  const url = new URL(given)
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined
}

/** The path of a file that this server has, on whatever address it named itself. */
export const ownFile = (given: unknown): string | undefined => {
  if (typeof given !== "string" || !URL.canParse(given, location.origin)) return undefined
  const { pathname, search, hostname } = new URL(given, location.origin)
  const own = hostname === location.hostname || LOCAL.has(hostname)
  return own && /^\/attachments\/\d+\/\d+\/[^/]+$/.test(pathname) ? `${pathname}${search}` : undefined
}

/** A server that programs are led to names its files as the platform does. */
const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]", ...FILE_HOSTS])
