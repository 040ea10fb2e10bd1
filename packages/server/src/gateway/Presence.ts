/** Keeps the lobbies of users in line with their client sessions, one change after the other. Source: decision 41. */
import * as GatewayPresence from "@backlot/usecases/gateway/GatewayPresence"
import { Effect, Queue, Schedule } from "effect"
import type { Registry } from "./Registry.ts"

/** Ours: a store that fails is asked again, or somebody who left would hold a lobby open for ever. */
const PATIENCE = Schedule.spaced("1 second")

/** Hears of every change from the moment that this effect has run. */
export const presence = Effect.fnUntraced(function* (registry: Registry) {
  const changes = yield* Queue.unbounded<GatewayPresence.Presence>()
  registry.onPresence = (change) => void Queue.offerUnsafe(changes, change)
  const follow = (change: GatewayPresence.Presence) =>
    GatewayPresence.follow(change, () => registry.isPresent(change.application_id, change.user_id)).pipe(
      Effect.retry(PATIENCE),
      Effect.catchCause((cause) => Effect.logError("A user's lobbies were not told of their session", cause))
    )
  return Effect.forever(Effect.flatMap(Queue.take(changes), follow))
})
