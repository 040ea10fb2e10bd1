/**
 * Delivers interactions to the endpoint of their application, each in its own fiber: turn, signed POST, answer, state.
 * The service clock decides whether an answer is late; a limit in real time ends every exchange. Source:
 * architecture.md "Delivery of an interaction"; wire-interactions.md §2.
 */

import { elapsed } from "@backlot/domain/base/Elapsed"
import { delivery } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { acknowledgeBy, type InteractionRecord } from "@backlot/domain/interaction/Interaction"
import { acknowledge, dataOf, judgeAnswer, namedBy, refuseAnswer } from "@backlot/domain/interaction/InteractionAnswer"
import { filesLimitOf } from "@backlot/domain/interaction/InteractionPayload"
import { failDelivery } from "@backlot/domain/interaction/InteractionState"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import type { Ids } from "@backlot/ports/Ids"
import { Outbound, type OutboundRequest, type OutboundResponse } from "@backlot/ports/Outbound"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import type { Storage } from "@backlot/ports/Storage"
import { Cause, Clock, Context, Effect, FiberSet, Layer, Result } from "effect"
import { commit, type EventLog } from "../event/EventLog.ts"
import * as MessageFiles from "../message/MessageFiles.ts"
import { type DeliverySlots, makeSlots } from "../outbound/DeliverySlots.ts"
import { sign, signed } from "../outbound/SignedPost.ts"
import * as Collections from "../store/Collections.ts"
import { inTransaction, transact } from "../store/Transact.ts"
import { bytesOf } from "../store/Weights.ts"
import { answerContext, keep, namingIn, sourceOf } from "./InteractionStore.ts"
import { InteractionWatch, type Watch } from "./InteractionWatch.ts"
import * as Trace from "./Trace.ts"

/** An interaction that was just stored, and the exact text to deliver. */
export interface Delivery {
  readonly record: InteractionRecord
  readonly application: Application
  /** Empty when there is nothing to deliver. */
  readonly payload: string
  /** The request that `signAtOnce` gave; its line is in the trace already. */
  readonly atOnce: OutboundRequest | undefined
}

export class Deliveries extends Context.Service<
  Deliveries,
  {
    /**
     * Creates the interaction and begins its delivery, if there is an endpoint. Watches the interaction from before it
     * exists. Not interruptible: the caller may go away, but a stored interaction is delivered.
     */
    readonly deliver: <E, R>(id: Snowflake, make: Effect.Effect<Delivery, E, R>) => Effect.Effect<Delivery, E, R>
    /**
     * Signs the request if the delivery could start at once. Its line `delivering` then goes into the transaction that
     * creates the interaction, which saves a transaction. If another delivery takes the turn meanwhile, the lines
     * `queued` and a second `delivering` follow; a process that is killed before the request leaves a line for a
     * delivery that was not sent. Our choice: docs/choices.md "Interactions".
     */
    readonly signAtOnce: (application: Application, payload: string) => Body.Body<OutboundRequest | undefined>
    /** Deliveries under way, including those that wait for their turn. */
    readonly underWay: () => number
    /** Ends when no delivery is under way. */
    readonly idle: Effect.Effect<void>
  }
>()("@backlot/usecases/Deliveries") {}

/** The line of an outgoing request. */
export const delivering = ({ url, headers, body }: OutboundRequest) => ({
  what: "delivering",
  detail: { url, headers, body }
})

type Needs = Storage | EventLog | InteractionWatch | Ids | ServiceClock | Secrets | Outbound

export const layer: Layer.Layer<Deliveries, never, Needs> = Layer.effect(
  Deliveries,
  Effect.gen(function* () {
    const context = yield* Effect.context<Needs>()
    const fibers = yield* FiberSet.make<void>()
    const underWay = () => (fibers.state._tag === "Open" ? fibers.state.backing.size : 0)
    const slots = makeSlots(delivery)
    const watches = Context.get(context, InteractionWatch)
    const secrets = Context.get(context, Secrets)
    const begin = (made: Delivery, watch: Watch) => {
      const url = made.application.interactions_endpoint_url
      // An entry point that the service launched has already ended.
      if (url === null || made.record.state !== "pending") return Effect.sync(watch.end)
      return deliver(made, url, slots, watch).pipe(
        Effect.catchCause((cause) => giveUp(made.record, cause)),
        Effect.ensuring(Effect.sync(watch.end)),
        Effect.provideContext(context),
        (delivery) => FiberSet.run(fibers, delivery, { startImmediately: true })
      )
    }
    return {
      deliver: (id, make) =>
        Effect.suspend(() => {
          const watch = watches.begin(id, afterCreation())
          return make.pipe(
            Effect.onError(() => Effect.sync(watch.end)),
            Effect.tap((made) => begin(made, watch))
          )
        }).pipe(Effect.uninterruptible),
      signAtOnce: function* (application, payload) {
        const url = application.interactions_endpoint_url
        if (url === null || !slots.isFree(application.id)) return undefined
        const wallMs = (yield* Body.use(Clock.Clock)).currentTimeMillisUnsafe()
        return signed({ application, url, body: payload, capMs: delivery.realCapMs }, secrets, wallMs)
      },
      underWay,
      idle: FiberSet.awaitEmpty(fibers)
    }
  })
)

const deliver = Effect.fnUntraced(function* (made: Delivery, url: string, slots: DeliverySlots, watch: Watch) {
  const { record } = made
  const progress: Progress = { request: made.atOnce, sent: false }
  const queued = Effect.suspend(() => {
    progress.request = undefined
    return Trace.note(record.id, "queued", { because: "others are being delivered" })
  })
  const ended = yield* Effect.raceFirst(
    slots.take(record.application_id, queued, attempt(made, url, progress), bytesOf(made.payload.length)),
    Effect.as(over(watch, record), UNANSWERED)
  ).pipe(Effect.catchTag("QueueFull", () => Effect.succeed<Ending>(FULL)))
  switch (ended.kind) {
    case "answered":
      return yield* settle(record, ended)
    case "full":
      return yield* fail(
        record,
        `more than ${delivery.waiting} deliveries, or ${delivery.bytes} bytes of them, wait already`,
        "delivery"
      )
    case "unanswered":
      return yield* progress.sent
        ? Trace.note(record.id, "released", { because: "its time was over, so the connection was closed" })
        : Trace.note(record.id, "not_delivered", { because: "its time was over before its turn came" })
  }
})

interface Progress {
  /** Signed, and its line is in the trace. */
  request: OutboundRequest | undefined
  sent: boolean
}

type Ending = Answered | { readonly kind: "unanswered" } | { readonly kind: "full" }

const UNANSWERED: Ending = { kind: "unanswered" }
const FULL: Ending = { kind: "full" }

const attempt = Effect.fnUntraced(function* (made: Delivery, url: string, progress: Progress) {
  const request = progress.request ?? (yield* signNow(made, url))
  if (request === undefined) return UNANSWERED
  progress.sent = true
  return yield* exchange({ ...request, filesBytes: filesLimitOf(made.payload) })
})

/** The request of a delivery that had to wait, if an answer would still count. */
const signNow = Effect.fnUntraced(function* ({ record: { id }, application, payload }: Delivery, url: string) {
  const request = yield* sign(application, url, payload, delivery.realCapMs)
  return yield* transact(function* (now) {
    const record = yield* Collections.interactions.get(id)
    if (record?.state !== "pending" || now >= acknowledgeBy(record)) return undefined
    yield* Trace.append(record, [{ at: now, ...delivering(request) }])
    return request
  })
})

const exchange = Effect.fnUntraced(function* (request: OutboundRequest) {
  const outbound = yield* Outbound
  const begun = yield* elapsed
  const posted = Effect.mapError(outbound.post(request), (error) => `${error.reason}: ${error.message}`)
  const outcome = yield* Effect.result(posted)
  return { kind: "answered", outcome, took_ms: (yield* elapsed) - begun } satisfies Ending
})

/** Ignores a replacement of the world before the interaction existed. */
const afterCreation = () => {
  let created = false
  return ({ type }: LoggedEvent) => {
    if (type !== "world.replaced") created = true
    return created && type !== "interaction.created"
  }
}

/** Ends when no answer counts any more. After a callback the delivery may still be answered until the deadline. */
const over = Effect.fnUntraced(function* (watch: Watch, record: InteractionRecord) {
  const first = yield* watch.found
  if (first.type !== "interaction.acknowledged") return
  const clock = yield* ServiceClock
  while ((yield* clock.now) < acknowledgeBy(record)) {
    yield* clock.waitUntil(acknowledgeBy(record), delivery.realCapMs)
    // A new world also sets the clock.
    if (yield* isGone(record)) return
  }
})

const isGone = ({ id }: InteractionRecord) =>
  inTransaction(() => Collections.interactions.get(id)).pipe(
    Effect.map((record) => record === undefined),
    Effect.orElseSucceed(() => false)
  )

/** The response, or one sentence that says why there was none. */
type Outcome = Result.Result<OutboundResponse, string>

interface Answered {
  readonly kind: "answered"
  readonly outcome: Outcome
  /** Milliseconds of real time. */
  readonly took_ms: number
}

/** Applies the outcome of an exchange, if the interaction still exists. */
const settle = Effect.fnUntraced(function* ({ id }: InteractionRecord, { outcome, took_ms }: Answered) {
  const drawn = yield* MessageFiles.drawMessage(Result.isFailure(outcome) ? [] : (outcome.success.files ?? []))
  yield* commit(function* () {
    const record = yield* Collections.interactions.get(id)
    // The world was replaced meanwhile.
    if (record === undefined) return { value: null, events: [] }
    const detail = { channel: "http answer", took_ms, ...shown(outcome) }
    const placed = yield* MessageFiles.place(record.channel_id, drawn.files)
    const { decision, told } = yield* decide(record, outcome, drawn, placed)
    yield* MessageFiles.keepShown(decision.puts, placed)
    return yield* keep(decision, [{ at: drawn.now_ms, what: "answered", detail }], told)
  })
})

/** Ends the interaction if it still waits for an answer. */
const fail = Effect.fnUntraced(function* ({ id }: InteractionRecord, because: string, reason: "delivery" | "service") {
  yield* commit(function* (now) {
    const record = yield* Collections.interactions.get(id)
    if (record === undefined) return { value: null, events: [] }
    return yield* keep(failDelivery(record, because, now, reason))
  })
})

/** A bug must not leave the user waiting: the interaction ends at once, and its trace says why. */
const giveUp = (record: InteractionRecord, cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.void
    : Effect.logError("A delivery ended in a defect", cause).pipe(
        Effect.andThen(fail(record, "this service failed while it delivered the interaction: see its log", "service")),
        Effect.catchCause((again) => Effect.logError("An interaction could not be ended", again))
      )

const decide = function* (
  record: InteractionRecord,
  outcome: Outcome,
  drawn: { readonly message_id: string; readonly now_ms: number },
  placed: ReadonlyArray<MessageFiles.PlacedFile>
) {
  if (Result.isFailure(outcome)) return { decision: failDelivery(record, outcome.failure, drawn.now_ms) }
  const { status, headers, text } = outcome.success
  const given = { status, content_type: headers["content-type"] ?? "", text }
  const answer = judgeAnswer(record, given, drawn.now_ms, {
    source: yield* sourceOf(record),
    files: placed.map(({ sent }) => sent)
  })
  if (Result.isFailure(answer)) return { decision: answer.failure }
  const named = yield* Body.result(namingIn(record, dataOf(answer.success), ["data"]))
  if (Result.isFailure(named)) return { decision: refuseAnswer(record, named.failure, drawn.now_ms) }
  const context = yield* Body.result(answerContext(record, namedBy(answer.success), drawn))
  return Result.isFailure(context)
    ? { decision: failDelivery(record, context.failure.because, drawn.now_ms) }
    : { decision: acknowledge(answer.success, context.success), told: named.success }
}

const shown = (outcome: Outcome) => {
  if (Result.isFailure(outcome)) return { error: outcome.failure }
  const { status, headers, text = "", files = [] } = outcome.success
  return { status, headers, body: Trace.clip(text), ...Trace.filesOf(files) }
}
