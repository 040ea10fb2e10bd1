/** Connects users to their lobbies, and disconnects them, as their client sessions change. Source: decision 41. */
import * as GatewayPresence from "@backlot/usecases/gateway/GatewayPresence"
import { Effect, Queue, Schedule } from "effect"
import type { SessionRegistry } from "./SessionRegistry.ts"

/** Retries a failing store, because a user who left would otherwise keep a lobby open for ever. */
const PATIENCE = Schedule.spaced("1 second")

/** Starts to listen. The returned effect follows one change after another. */
export const followPresence = Effect.fnUntraced(function* (registry: SessionRegistry) {
  const changes = yield* Queue.unbounded<GatewayPresence.Presence>()
  registry.onPresence = (change) => void Queue.offerUnsafe(changes, change)
  const follow = (change: GatewayPresence.Presence) =>
    GatewayPresence.follow(change, () => registry.isPresent(change.application_id, change.user_id)).pipe(
      Effect.retry(PATIENCE),
      Effect.catchCause((cause) => Effect.logError("A user's lobbies did not follow their session", cause))
    )
  return Effect.forever(Effect.flatMap(Queue.take(changes), follow))
})
