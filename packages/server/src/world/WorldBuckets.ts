/** Checks the rate limit buckets of a world against the routes. */
import { shapeOf, unmatchedBuckets } from "@backlot/domain/limit/RateLimit"
import type { World } from "@backlot/domain/record/World"
import { Rest } from "@backlot/protocol/rest/Rest"
import { Effect } from "effect"

/** Keeps a bucket that limits no route, with a warning: the world may be for a later version. Our choice: docs/choices.md "World file". */
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
