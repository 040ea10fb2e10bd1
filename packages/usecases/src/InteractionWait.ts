/** Waiting for an interaction to settle: by its events, never by polling. Source: product.md "Control plane". */
import type { InteractionRecord } from "@backlot/domain/Interaction"
import { delivery } from "@backlot/domain/Limits"
import type { Snowflake } from "@backlot/domain/Snowflake"
import { EventBus } from "@backlot/ports/EventBus"
import { Effect, Option, Stream } from "effect"
import { isAbout } from "./InteractionEvents.ts"
import { read } from "./Interactions.ts"

/** `acknowledged`: any answer, or the end of waiting for one. `responded`: a deferral counts only once completed. */
export type Goal = "acknowledged" | "responded"

/**
 * The interaction once it has reached `goal`, or as it is after the cap of real time: then it is `expired`. Fails as
 * soon as a new world has taken its place.
 */
export const until = Effect.fnUntraced(function* (interactionId: Snowflake, goal: Goal) {
  const bus = yield* EventBus
  const reached = Effect.gen(function* () {
    // Subscribed before the first look, so that no change falls between the two.
    const events = yield* bus.subscribe
    const first = yield* read(interactionId)
    if (isReached(first.record, goal)) return
    yield* events.pipe(
      Stream.filter(isAbout(interactionId)),
      Stream.mapEffect(() => read(interactionId)),
      Stream.filter(({ record }) => isReached(record, goal)),
      Stream.runHead
    )
  }).pipe(Effect.scoped, Effect.timeoutOption(delivery.controlWaitMs))
  const expired = Option.isNone(yield* reached)
  return { ...(yield* read(interactionId)), expired }
})

const isReached = ({ state }: InteractionRecord, goal: Goal): boolean =>
  state !== "pending" && (goal === "acknowledged" || state !== "deferred")
