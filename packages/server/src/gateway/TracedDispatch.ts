/** The dispatch of an interaction to a session is part of the trace of its use, on the server that has the session. */
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import * as TraceContext from "@backlot/usecases/interaction/TraceContext"
import { Effect, Exit } from "effect"
import { Observation } from "../observability/Instruments.ts"
import { spanAt, spanned } from "../observability/Spans.ts"

export const tracedDispatch = <A, E, R>(send: Effect.Effect<A, E, R>, dispatches: ReadonlyArray<Dispatch>) =>
  Effect.gen(function* () {
    const { tracing } = yield* Observation
    const id = tracing
      ? dispatches.find(({ interaction_id }) => interaction_id !== undefined)?.interaction_id
      : undefined
    if (id === undefined) return yield* send
    const parent = spanAt(yield* Effect.orElseSucceed(TraceContext.ofInteraction(id), () => undefined))
    if (parent === undefined) return yield* send
    return yield* spanned(send, "dispatch", { kind: "producer", parent, attributes: {} }, (exit) => ({
      failed: Exit.isFailure(exit),
      attributes: {}
    }))
  })
