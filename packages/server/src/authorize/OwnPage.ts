/**
 * Checks that a form comes from a page of this server. Browsers send `Origin` and `Sec-Fetch-Site`, which no page can
 * forge. Programs send neither, and have no cookie to misuse.
 */
import { Effect } from "effect"
import { ServerSettings } from "../boot/ServerSettings.ts"
import { isOwnOrigin } from "../http/Origin.ts"
import type { Call } from "../http/Route.ts"

export const isOwnPage = (call: Call) =>
  Effect.map(ServerSettings, ({ hosts }) => {
    const { origin, host, "sec-fetch-site": site } = call.request.headers
    if (site !== undefined && site !== "same-origin") return false
    return origin === undefined || isOwnOrigin(origin, host, hosts)
  })
