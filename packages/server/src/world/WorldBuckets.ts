/** The route buckets that a world adds, held against the routes there are. */
import { shapeOf, unmatchedBuckets } from "@backlot/domain/limit/RateLimit"
import type { World } from "@backlot/domain/record/World"
import { Rest } from "@backlot/protocol/rest/Rest"
import { Effect } from "effect"

/** Ours: a bucket that limits no route is told and kept, so that a world may be written for a later version. */
export const warnOfUnmatched = (world: World): Effect.Effect<void> =>
  Effect.forEach(
    world.rate_limits.flatMap(({ buckets }) => unmatchedBuckets(buckets, ROUTES)),
    ({ method, path }) =>
      Effect.logWarning(`The world's rate limit of ${method} ${path} limits no route of this version`),
    { discard: true }
  )

const ROUTES = Object.values(Rest.groups).flatMap(({ endpoints }) =>
  Object.values(endpoints).map(({ method, path }) => ({ method, shape: shapeOf(path) }))
)
