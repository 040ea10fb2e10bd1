/** Recognises web pages of this server. Source: product.md "Surfaces of one server". */
import { hostName } from "./Edge.ts"

export const FOREIGN_ORIGIN = "Requests of another origin are refused here."

/** Whether this server serves the pages of this origin. */
export const isOwnOrigin = (
  origin: string,
  host: string | undefined,
  hosts: ReadonlySet<string> | undefined
): boolean => {
  const url = URL.parse(origin)
  if (url === null) return false
  return url.host === host || (hosts?.has(hostName(url.host)) === true && url.port === portOf(host))
}

const portOf = (host: string | undefined) => /:(\d+)$/.exec(host ?? "")?.[1] ?? ""
