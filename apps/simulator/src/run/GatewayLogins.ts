/**
 * When an application connects to the gateway. No event tells that by itself, so a fault is planned for its next
 * IDENTIFY that delays it by nothing, and whose hit is told in the log. Source: product.md "Control plane" (faults).
 */
import { Effect, Schema, type Scope } from "effect"
import type { EventStream } from "../play/EventStream.ts"
import { StageLost } from "../play/Failure.ts"
import { controlOf } from "../play/Playing.ts"
import type { Stage, StageApplication } from "../play/Stage.ts"
import type { StageHttp } from "../play/StageHttp.ts"

export interface WatchedStage {
  readonly stage: Stage
  readonly http: StageHttp
  readonly events: EventStream
  readonly application: StageApplication
}

/** From now on; what is returned completes with the first login, and the fault goes with the scope. */
export const prepare = Effect.fnUntraced(function* ({
  http,
  stage,
  events,
  application
}: WatchedStage): Effect.fn.Return<Effect.Effect<void>, StageLost, Scope.Scope> {
  const control = controlOf(http, stage)
  const fault = { match: { surface: "gateway", application: application.id, event: "IDENTIFY" }, delay_ms: 0, times: 1 }
  const mark = events.feed.mark()
  const plan = control("POST", "/faults", fault).pipe(
    Effect.flatMap(({ body }) => decodePlanned(body)),
    Effect.mapError(({ message }) => new StageLost({ message: `no login can be waited for: ${message}` }))
  )
  const { id } = yield* Effect.acquireRelease(plan, ({ id }) => Effect.ignore(control("DELETE", `/faults/${id}`)))
  return Effect.asVoid(
    events.feed.next(mark, ({ type, data }) => {
      const hit = type === "fault.applied" ? data : undefined
      return typeof hit === "object" && hit !== null && "fault_id" in hit && hit.fault_id === id
    })
  )
})

const decodePlanned = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))
