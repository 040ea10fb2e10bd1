/** Waiting for an interaction to settle: by its events, never by polling. Source: product.md "Control plane". */
import type { InteractionState } from "@backlot/domain/Interaction"
import { delivery } from "@backlot/domain/Limits"
import type { Snowflake } from "@backlot/domain/Snowflake"
import { Effect, Option } from "effect"
import { stateAfter } from "./InteractionEvents.ts"
import { look } from "./Interactions.ts"
import { InteractionWatch } from "./InteractionWatch.ts"

/** `acknowledged`: any answer, or the end of waiting for one. `responded`: a deferral counts only once completed. */
export type Goal = "acknowledged" | "responded"

/**
 * The interaction once it has reached `goal`, or as it is after the cap of real time: then it is `expired`. Fails as
 * soon as a new world has taken its place.
 */
export const until = Effect.fnUntraced(function* (interactionId: Snowflake, goal: Goal) {
  const watches = yield* InteractionWatch
  const lookThenWatch = Effect.acquireUseRelease(
    // Before the look, so that no change falls between the two.
    Effect.sync(() => watches.begin(interactionId, (event) => isReached(stateAfter(event), goal))),
    Effect.fnUntraced(function* (watch) {
      const seen = yield* look(interactionId)
      if (!isReached(seen.record.state, goal)) yield* watch.found
      return seen
    }),
    (watch) => Effect.sync(watch.end)
  )
  const reached = Effect.repeat(lookThenWatch, { until: ({ record }) => isReached(record.state, goal) })
  const found = yield* Effect.timeoutOption(reached, delivery.controlWaitMs)
  return Option.isSome(found) ? { ...found.value, expired: false } : { ...(yield* look(interactionId)), expired: true }
})

/** An interaction that is gone is waited for no longer. */
const isReached = (state: InteractionState | undefined, goal: Goal): boolean =>
  state !== "pending" && (goal === "acknowledged" || state !== "deferred")
