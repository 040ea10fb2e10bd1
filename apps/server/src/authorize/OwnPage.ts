/**
 * Whether a form comes from a page of this server. Browsers say where one comes from in `Origin` and `Sec-Fetch-Site`,
 * which no page can forge; programs say nothing, and have no cookie that could be misused.
 */
import { Effect } from "effect"
import { isOwnOrigin } from "../control/Guard.ts"
import type { Call } from "../http/Route.ts"
import { ServerSettings } from "../ServerSettings.ts"

export const isOwnPage = (call: Call) =>
  Effect.map(ServerSettings, ({ hosts }) => {
    const { origin, host, "sec-fetch-site": site } = call.request.headers
    if (site !== undefined && site !== "same-origin") return false
    return origin === undefined || isOwnOrigin(origin, host, hosts)
  })
