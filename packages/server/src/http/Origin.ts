/** Which web pages are this server's own. Source: product.md "Surfaces of one server". */
import { hostName } from "./Edge.ts"

/** Whether a page of this origin is this server's own. */
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
