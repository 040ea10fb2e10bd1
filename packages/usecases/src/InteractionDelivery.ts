/**
 * Delivers interactions to the endpoint of their application, each in a fiber of its own: its turn, signed POST,
 * answer, state. The service clock decides whether an answer is late; a cap of real time ends every exchange.
 * Source: architecture.md "Delivery of an interaction"; wire-interactions.md §2.
 */

import { acknowledgeBy, type InteractionRecord } from "@backlot/domain/Interaction"
import { acknowledge, judgeAnswer, namedBy } from "@backlot/domain/InteractionAnswer"
import { failDelivery } from "@backlot/domain/InteractionState"
import { delivery } from "@backlot/domain/Limits"
import type { Application } from "@backlot/domain/World"
import { EventBus, type LoggedEvent } from "@backlot/ports/EventBus"
import { Ids } from "@backlot/ports/Ids"
import { Outbound, type OutboundRequest, type OutboundResponse } from "@backlot/ports/Outbound"
import type { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Cause, Clock, Context, Effect, Layer, Option, Result, Stream } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { type DeliverySlots, makeSlots } from "./DeliverySlots.ts"
import { EventLog } from "./EventLog.ts"
import { reschedule } from "./InteractionDeadline.ts"
import { isAbout } from "./InteractionEvents.ts"
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
    /** Begins the delivery and returns; without an endpoint there is nothing to begin. */
    readonly deliver: (delivery: Delivery) => Effect.Effect<void>
  }
>()("@backlot/usecases/Deliveries") {}

type Needs = Storage | EventLog | EventBus | Ids | ServiceClock | Secrets | Outbound

export const layer: Layer.Layer<Deliveries, never, Needs> = Layer.effect(
  Deliveries,
  Effect.gen(function* () {
    const context = yield* Effect.context<Needs>()
    const scope = yield* Effect.scope
    const slots = makeSlots(delivery)
    return {
      deliver: (made) =>
        deliver(made, slots).pipe(
          Effect.catchCause((cause) => giveUp(made.record, cause)),
          Effect.provideContext(context),
          Effect.forkIn(scope),
          Effect.asVoid
        )
    }
  })
)

const deliver = Effect.fnUntraced(function* (made: Delivery, slots: DeliverySlots) {
  const url = made.application.interactions_endpoint_url
  if (url === null) return
  const { record } = made
  const bus = yield* EventBus
  // Subscribed before the interaction is looked at, so that its end is not missed.
  const events = yield* bus.subscribe
  const progress = { sent: false }
  const queued = Trace.note(record.id, "queued", { because: "others are being delivered" })
  const ended = yield* Effect.raceFirst(
    slots.take(record.application_id, queued, attempt(made, url, progress)),
    Effect.as(over(events, record), UNANSWERED)
  ).pipe(Effect.catchTag("QueueFull", () => Effect.succeed<Ending>(FULL)))
  switch (ended.kind) {
    case "answered":
      return yield* settle(record, ended)
    case "full":
      return yield* fail(record, `more than ${delivery.waiting} deliveries wait already`, "delivery")
    case "unanswered":
      return yield* progress.sent
        ? Trace.note(record.id, "released", { because: "its time was over, so the connection was closed" })
        : Trace.note(record.id, "not_delivered", { because: "its time was over before its turn came" })
  }
}, Effect.scoped)

type Outcome = Result.Result<OutboundResponse, string>

interface Answered {
  readonly kind: "answered"
  readonly outcome: Outcome
  readonly took_ms: number
}

type Ending = Answered | { readonly kind: "unanswered" } | { readonly kind: "full" }

const UNANSWERED: Ending = { kind: "unanswered" }
const FULL: Ending = { kind: "full" }

const attempt = Effect.fnUntraced(function* (made: Delivery, url: string, progress: { sent: boolean }) {
  if (!(yield* isAwaited(made.record))) return UNANSWERED
  const request = yield* sign(made.application, url, made.payload, delivery.realCapMs)
  yield* Trace.note(made.record.id, "delivering", { url, headers: request.headers, body: request.body })
  progress.sent = true
  return yield* exchange(request)
})

/** Whether an answer would still count. */
const isAwaited = Effect.fnUntraced(function* ({ id }: InteractionRecord) {
  const now = yield* (yield* ServiceClock).now
  const storage = yield* Storage
  const record = yield* storage.transaction(Collections.interactions.get(Collection.id(id)))
  return record?.state === "pending" && now < acknowledgeBy(record)
})

const exchange = Effect.fnUntraced(function* (request: OutboundRequest) {
  const outbound = yield* Outbound
  const begun = yield* Clock.currentTimeMillis
  const outcome: Outcome = yield* outbound.post(request).pipe(
    Effect.map((response): Outcome => Result.succeed(response)),
    Effect.catch((error) => Effect.succeed<Outcome>(Result.fail(`${error.reason}: ${error.message}`)))
  )
  return { kind: "answered", outcome, took_ms: (yield* Clock.currentTimeMillis) - begun } satisfies Ending
})

/**
 * The moment from which no answer counts: the interaction has failed or timed out, or is gone. An application that
 * answers by callback may still answer the delivery, until the deadline that it kept.
 */
const over = Effect.fnUntraced(function* (events: Stream.Stream<LoggedEvent>, record: InteractionRecord) {
  const first = yield* events.pipe(
    Stream.filter((event) => isAbout(record.id)(event) && event.type !== "interaction.created"),
    Stream.runHead
  )
  if (Option.isNone(first) || first.value.type !== "interaction.acknowledged") return
  const clock = yield* ServiceClock
  while ((yield* clock.now) < acknowledgeBy(record)) {
    yield* clock.waitUntil(acknowledgeBy(record), delivery.realCapMs)
  }
})

const settle = Effect.fnUntraced(function* ({ id }: InteractionRecord, { outcome, took_ms }: Answered) {
  const drawn = { message_id: yield* (yield* Ids).next, now_ms: yield* (yield* ServiceClock).now }
  const log = yield* EventLog
  yield* log.commit(
    Effect.gen(function* () {
      const record = yield* Collections.interactions.get(Collection.id(id))
      // A world was put in its place meanwhile.
      if (record === undefined) return { value: null, events: [] }
      const detail = { channel: "http answer", took_ms, ...shown(outcome) }
      yield* Trace.append(id, [{ at: drawn.now_ms, what: "answered", detail }])
      const decision = yield* decide(record, outcome, drawn)
      yield* reschedule(decision.record)
      return yield* keep(decision)
    })
  )
})

const decide = Effect.fnUntraced(function* (
  record: InteractionRecord,
  outcome: Outcome,
  drawn: { readonly message_id: string; readonly now_ms: number }
) {
  if (Result.isFailure(outcome)) return failDelivery(record, outcome.failure, drawn.now_ms)
  const { status, headers, text } = outcome.success
  const answer = judgeAnswer(record, { status, content_type: headers["content-type"] ?? "", text }, drawn.now_ms)
  if (Result.isFailure(answer)) return answer.failure
  return acknowledge(answer.success, yield* sceneOf(record, namedBy(answer.success), drawn))
})

const shown = (outcome: Outcome) =>
  Result.isFailure(outcome)
    ? { error: outcome.failure }
    : { status: outcome.success.status, headers: outcome.success.headers, body: Trace.clip(outcome.success.text) }

const fail = Effect.fnUntraced(function* ({ id }: InteractionRecord, because: string, reason: "delivery" | "service") {
  const now = yield* (yield* ServiceClock).now
  const log = yield* EventLog
  yield* log.commit(
    Effect.gen(function* () {
      const record = yield* Collections.interactions.get(Collection.id(id))
      if (record === undefined) return { value: null, events: [] }
      const decision = failDelivery(record, because, now, reason)
      yield* reschedule(decision.record)
      return yield* keep(decision)
    })
  )
})

/** A bug must not leave the user waiting: the interaction ends at once, and its trace says so. */
const giveUp = (record: InteractionRecord, cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.void
    : Effect.logError("A delivery ended in a defect", cause).pipe(
        Effect.andThen(fail(record, "this service failed while it delivered the interaction: see its log", "service")),
        Effect.catchCause((again) => Effect.logError("An interaction could not be ended", again))
      )
