/** The windows of rate limits. Our choice: docs/choices.md "Control plane". */
import { formatTime } from "@backlot/domain/base/IsoTime"
import { limitedRoute } from "@backlot/domain/limit/RateLimit"
import { Rest } from "@backlot/protocol/rest/Rest"
import * as RateLimitWindows from "@backlot/usecases/inspect/RateLimitWindows"
import { Effect } from "effect"

export const rateLimitRoutes = {
  list_rate_limits: Effect.fnUntraced(function* () {
    const { now, ...found } = yield* RateLimitWindows.read(routesByBucket())
    return { now: formatTime(now), ...found }
  })
}

let byBucket: ReadonlyMap<string, RateLimitWindows.Route> | undefined

/** Made when it is first asked for: each bucket costs a hash. */
const routesByBucket = () => {
  byBucket ??= new Map(
    Rest.groups.flatMap(({ endpoints }) =>
      Object.values(endpoints).map(({ method, path }) => {
        const limited = limitedRoute(method, path)
        return [limited.bucket, { limited, path: path.replaceAll(/:(\w+)/g, "{$1}") }] as const
      })
    )
  )
  return byBucket
}
