/**
 * Delivers interactions to the endpoint of their application, each in a fiber of its own: signed POST, answer, state.
 * The service clock decides whether an answer is late; a cap of real time ends every exchange.
 * Source: architecture.md "Delivery of an interaction"; wire-interactions.md §2.
 */

import type { InteractionRecord } from "@backlot/domain/Interaction"
import { acceptAnswer, failDelivery } from "@backlot/domain/InteractionState"
import { delivery } from "@backlot/domain/Limits"
import type { Application } from "@backlot/domain/World"
import { Ids } from "@backlot/ports/Ids"
import { Outbound, type OutboundRequest, type OutboundResponse } from "@backlot/ports/Outbound"
import type { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Clock, Context, Effect, Layer, Result, Semaphore } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { EventLog } from "./EventLog.ts"
import { reschedule } from "./InteractionDeadline.ts"
import { keep, sceneOf } from "./InteractionStore.ts"
import { sign } from "./SignedPost.ts"
import * as Trace from "./Trace.ts"

/** An interaction that was just stored, and the exact text to deliver. */
export interface Delivery {
  readonly record: InteractionRecord
  readonly application: Application
  readonly payload: string
}

export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Begins the delivery and returns. */
    readonly deliver: (delivery: Delivery) => Effect.Effect<void>
  }
>()("@backlot/usecases/Deliveries") {}

type Needs = Storage | EventLog | Ids | ServiceClock | Secrets | Outbound

export const layer: Layer.Layer<Deliveries, never, Needs> = Layer.effect(
  Deliveries,
  Effect.gen(function* () {
    const context = yield* Effect.context<Needs>()
    const scope = yield* Effect.scope
    const slots = yield* Semaphore.make(delivery.concurrent)
    return {
      deliver: (made) =>
        deliver(made).pipe(
          slots.withPermit,
          Effect.catchCause((cause) => Effect.logError("A delivery ended in a defect", cause)),
          Effect.provideContext(context),
          Effect.forkIn(scope),
          Effect.asVoid
        )
    }
  })
)

const deliver = Effect.fnUntraced(function* (made: Delivery) {
  const url = made.application.interactions_endpoint_url
  if (url === null) return yield* trace(made.record, "undeliverable", NO_ENDPOINT)
  const request = yield* sign(made.application, url, made.payload, delivery.realCapMs)
  yield* trace(made.record, "delivering", { url, headers: request.headers, body: request.body })
  const { outcome, took_ms } = yield* exchange(request)
  yield* settle(made.record, outcome, took_ms)
})

/** A gateway session would take it instead; without either, the user sees that nobody answered. */
const NO_ENDPOINT = {
  because: "the application has no interactions_endpoint_url; set it by PATCH /applications/@me or in the world"
}

type Outcome = Result.Result<OutboundResponse, string>

const exchange = Effect.fnUntraced(function* (request: OutboundRequest) {
  const outbound = yield* Outbound
  const begun = yield* Clock.currentTimeMillis
  const outcome: Outcome = yield* outbound.post(request).pipe(
    Effect.map((response): Outcome => Result.succeed(response)),
    Effect.catch((error) => Effect.succeed<Outcome>(Result.fail(`${error.reason}: ${error.message}`)))
  )
  return { outcome, took_ms: (yield* Clock.currentTimeMillis) - begun }
})

const settle = Effect.fnUntraced(function* (made: InteractionRecord, outcome: Outcome, took_ms: number) {
  const drawn = { message_id: yield* (yield* Ids).next, now_ms: yield* (yield* ServiceClock).now }
  const log = yield* EventLog
  yield* log.commit(
    Effect.gen(function* () {
      const record = yield* Collections.interactions.get(Collection.id(made.id))
      // A world was put in its place meanwhile.
      if (record === undefined) return { value: null, events: [] }
      yield* Trace.append(made.id, [{ at: drawn.now_ms, what: "answered", detail: { took_ms, ...shown(outcome) } }])
      const decision = Result.isFailure(outcome)
        ? failDelivery(record, outcome.failure, drawn.now_ms)
        : acceptAnswer(record, answerOf(outcome.success), yield* sceneOf(record, outcome.success.text, drawn))
      yield* reschedule(decision.record)
      return yield* keep(decision)
    })
  )
})

const answerOf = ({ status, headers, text }: OutboundResponse) => ({
  status,
  content_type: headers["content-type"] ?? "",
  text
})

const shown = (outcome: Outcome) =>
  Result.isFailure(outcome)
    ? { error: outcome.failure }
    : { status: outcome.success.status, headers: outcome.success.headers, body: outcome.success.text }

const trace = Effect.fnUntraced(function* (record: InteractionRecord, what: string, detail: unknown) {
  const at = yield* (yield* ServiceClock).now
  const storage = yield* Storage
  yield* storage.transaction(Trace.append(record.id, [{ at, what, detail }]))
})
