/** Waits for an interaction to settle, by events and without polling. Source: product.md "Control plane". */

import { delivery } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import type { InteractionState } from "@backlot/domain/record/InteractionKind"
import { Storage } from "@backlot/ports/Storage"
import { Duration, Effect, Option } from "effect"
import * as Time from "../event/Time.ts"
import { operation } from "../store/Operation.ts"
import { look } from "./Interactions.ts"
import { InteractionWatch, stateAfter } from "./InteractionWatch.ts"
import * as Trace from "./Trace.ts"

/** `acknowledged`: any answer, or the end of waiting for one. `responded`: a deferral counts only once completed. */
type Goal = "acknowledged" | "responded"

/**
 * The interaction once it has reached `goal`. It is `expired` after the limit in real time, or at once when nothing can
 * happen any more. Fails as soon as the world is replaced. `first_ms`: while the clock is frozen, the limit of the first
 * answer.
 */
export const until = operation(
  "InteractionWait.until",
  Effect.fnUntraced(function* (interactionId: Snowflake, goal: Goal, first_ms: number = delivery.controlWaitMs) {
    if (first_ms >= delivery.controlWaitMs || (yield* Time.read).mode === "real") {
      return yield* reach(interactionId, goal, delivery.controlWaitMs)
    }
    const [took, first] = yield* Effect.timed(reach(interactionId, "acknowledged", first_ms))
    if (goal === "acknowledged" || first.expired) return first
    return yield* reach(interactionId, goal, delivery.controlWaitMs - Duration.toMillis(took))
  })
)

const reach = Effect.fnUntraced(function* (interactionId: Snowflake, goal: Goal, within_ms: number) {
  const watches = yield* InteractionWatch
  const lookThenWatch = Effect.acquireUseRelease(
    // Watches before it reads, so that no change is missed.
    Effect.sync(() => watches.begin(interactionId, (event) => isReached(stateAfter(event), goal))),
    Effect.fnUntraced(function* (watch) {
      const seen = yield* look(interactionId)
      const reached = isReached(seen.record.state, goal)
      const ended = reached || (yield* isHopeless(seen.record))
      if (!ended) yield* watch.found
      return { ...seen, ended, expired: !reached }
    }),
    (watch) => Effect.sync(watch.end)
  )
  const settled = Effect.repeat(lookThenWatch, { until: ({ ended }) => ended })
  const found = yield* Effect.timeoutOption(settled, within_ms)
  if (Option.isNone(found)) return { ...(yield* look(interactionId)), expired: true }
  const { ended: _, ...seen } = found.value
  return seen
})

/**
 * Nothing was delivered, nobody will receive it (a later session gets no earlier interactions), and no deadline passes
 * by itself, so waiting is useless. If other processes write to the same store, their sessions may have it. Our choice:
 * docs/choices.md "Interactions".
 */
const isHopeless = Effect.fnUntraced(function* ({ id, state, error }: InteractionRecord) {
  if (state !== "pending" || error?.reason !== "delivery") return false
  const storage = yield* Storage
  if (storage.revision === undefined || (yield* Time.read).mode !== "frozen") return false
  const trace = yield* storage.transaction(() => Trace.read(id))
  return trace.some(({ what }) => what === "undeliverable")
})

/** A deleted interaction ends the wait. */
const isReached = (state: InteractionState | undefined, goal: Goal): boolean =>
  state !== "pending" && (goal === "acknowledged" || state !== "deferred")
