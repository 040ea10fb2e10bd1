/** Adds metrics and spans to storage, outbound requests and the event bus. */
import { EventBus, type LoggedEvent } from "@backlot/ports/EventBus"
import {
  FAILURES,
  Outbound,
  type OutboundError,
  type OutboundRequest,
  type OutboundResponse
} from "@backlot/ports/Outbound"
import { Storage, StorageError } from "@backlot/ports/Storage"
import * as TraceContext from "@backlot/usecases/interaction/TraceContext"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import { type Instruments, Observation } from "./Instruments.ts"
import { part, timed } from "./Spans.ts"

export const layer: Layer.Layer<Storage | Outbound | EventBus, never, Storage | Outbound | EventBus> =
  Layer.effectContext(
    Effect.gen(function* () {
      const observation = yield* Observation
      return Context.empty().pipe(
        Context.add(Storage, storage(yield* Storage, observation)),
        Context.add(Outbound, outbound(yield* Outbound, observation)),
        Context.add(EventBus, eventBus(yield* EventBus, observation.instruments))
      )
    })
  )

type Observed = typeof Observation.Service

const storage = (inner: Storage["Service"], { instruments, tracing }: Observed): Storage["Service"] => {
  const of = (outcome: string) =>
    instruments.durations("backlot_storage_transaction_duration_seconds", "Transactions by how they ended", { outcome })
  // `abandoned`: the body failed, as for a refused request.
  const durations = { committed: of("committed"), abandoned: of("abandoned"), failed: of("failed") }
  let isAway = 0
  instruments.gauge("backlot_storage_away", "1 while the store cannot be reached", () => isAway)
  const observed = <A, E, R>(transaction: Effect.Effect<A, E, R>) => {
    const run = timed(transaction, (exit, seconds) => {
      durations[endOf(exit)](seconds)
      isAway = isAwayAfter(exit) ? 1 : 0
      return undefined
    })
    if (!tracing) return run
    return part(run, "storage transaction", { kind: "internal", attributes: {} }, (exit) => ({
      failed: endOf(exit) === "failed",
      attributes: { "backlot.outcome": endOf(exit) }
    }))
  }
  const { transaction, inTurn } = inner
  return {
    ...inner,
    transaction: (body, watch) => observed(transaction(body, watch)),
    ...(inTurn && { inTurn: (body, last, watch, ahead) => observed(inTurn(body, last, watch, ahead)) })
  }
}

const isAwayAfter = (exit: Exit.Exit<unknown, unknown>): boolean => {
  if (Exit.isSuccess(exit)) return false
  const error = Cause.squash(exit.cause)
  return error instanceof StorageError && error.isAway === true
}

const endOf = (exit: Exit.Exit<unknown, unknown>) => {
  if (Exit.isSuccess(exit)) return "committed"
  return Cause.squash(exit.cause) instanceof StorageError ? "failed" : "abandoned"
}

const outbound = (inner: Outbound["Service"], { instruments, tracing }: Observed): Outbound["Service"] => {
  const of = (outcome: string) =>
    instruments.durations("backlot_outbound_request_duration_seconds", "Deliveries and probes by how they ended", {
      outcome
    })
  const durations = new Map(["answered", "released", ...FAILURES].map((outcome) => [outcome, of(outcome)]))
  let inFlight = 0
  instruments.gauge("backlot_outbound_requests_in_flight", "Deliveries and probes that await an answer", () => inFlight)
  const run = (request: OutboundRequest) =>
    Effect.suspend(() => {
      inFlight++
      return timed(inner.post(request), (exit, seconds) => {
        inFlight--
        durations.get(outcomeOf(exit))?.(seconds)
        return undefined
      })
    })
  /** wire-interactions.md §2 lists the headers of a delivery. This one comes only while the operator traces. */
  const traced = (request: OutboundRequest) =>
    Effect.flatMap(TraceContext.current, (traceparent) =>
      run(traceparent === undefined ? request : { ...request, headers: { ...request.headers, traceparent } })
    )
  return {
    post: (request) => {
      if (!tracing) return run(request)
      return part(
        traced(request),
        "deliver",
        { kind: "client", attributes: { "http.request.method": "POST" } },
        (exit) => ({
          failed: Exit.isFailure(exit),
          attributes: {
            "backlot.outcome": outcomeOf(exit),
            ...(Exit.isSuccess(exit) ? { "http.response.status_code": exit.value.status } : {})
          }
        })
      )
    }
  }
}

/** `released`: the request was interrupted. */
const outcomeOf = (exit: Exit.Exit<OutboundResponse, OutboundError>): string => {
  if (Exit.isSuccess(exit)) return "answered"
  const failure = exit.cause.reasons.find(Cause.isFailReason)
  return failure === undefined ? "released" : failure.error.reason
}

const eventBus = (inner: EventBus["Service"], instruments: Instruments): EventBus["Service"] => {
  // Event types are constants in the code, so there are few.
  const counterOf = instruments.counters("backlot_events_total", "Events of the log, by type", "type")
  let position: number | undefined
  const count = ({ type, seq }: LoggedEvent) => {
    counterOf(type)()
    if (position === undefined) instruments.gauge("backlot_event_log_position", POSITION, () => position ?? 0)
    position = seq
  }
  return {
    listen: inner.listen,
    publish: (events) => {
      for (const event of events) count(event)
      inner.publish(events)
    }
  }
}

const POSITION = "Position of the last event that was published"
