/**
 * The outcome of a delivery: the endpoint's answer, or the reason why there is none, applied to the current state of
 * the interaction. Source: architecture.md "Delivery of an interaction"; wire-interactions.md §2.
 */

import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import { acknowledge, judgeAnswer, namedBy } from "@backlot/domain/interaction/InteractionAnswer"
import { failDelivery } from "@backlot/domain/interaction/InteractionState"
import { Ids } from "@backlot/ports/Ids"
import type { OutboundResponse } from "@backlot/ports/Outbound"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Cause, Effect, Result } from "effect"
import { commit } from "../event/EventLog.ts"
import * as MessageFiles from "../message/MessageFiles.ts"
import * as Collections from "../store/Collections.ts"
import { answerContext, keep, sourceOf } from "./InteractionStore.ts"
import * as Trace from "./Trace.ts"

/** The response, or one sentence that says why there was none. */
export type Outcome = Result.Result<OutboundResponse, string>

export interface Answered {
  readonly kind: "answered"
  readonly outcome: Outcome
  /** Milliseconds of real time. */
  readonly took_ms: number
}

/** Applies the outcome of an exchange, if the interaction still exists. */
export const settle = Effect.fnUntraced(function* ({ id }: InteractionRecord, { outcome, took_ms }: Answered) {
  const drawn = { message_id: yield* (yield* Ids).next, now_ms: yield* (yield* ServiceClock).now }
  const files = yield* MessageFiles.draw(Result.isFailure(outcome) ? [] : (outcome.success.files ?? []))
  yield* commit(function* () {
    const record = yield* Collections.interactions.get(id)
    // The world was replaced meanwhile.
    if (record === undefined) return { value: null, events: [] }
    const detail = { channel: "http answer", took_ms, ...shown(outcome) }
    const placed = yield* MessageFiles.place(record.channel_id, files)
    const decision = yield* decide(record, outcome, drawn, placed)
    yield* MessageFiles.keepShown(decision.puts, placed)
    return yield* keep(decision, [{ at: drawn.now_ms, what: "answered", detail }])
  })
})

/** Ends the interaction if it still waits for an answer. */
export const fail = Effect.fnUntraced(function* (
  { id }: InteractionRecord,
  because: string,
  reason: "delivery" | "service"
) {
  yield* commit(function* (now) {
    const record = yield* Collections.interactions.get(id)
    if (record === undefined) return { value: null, events: [] }
    return yield* keep(failDelivery(record, because, now, reason))
  })
})

/** A bug must not leave the user waiting: the interaction ends at once, and its trace says why. */
export const giveUp = (record: InteractionRecord, cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.void
    : Effect.logError("A delivery ended in a defect", cause).pipe(
        Effect.andThen(fail(record, "this service failed while it delivered the interaction: see its log", "service")),
        Effect.catchCause((again) => Effect.logError("An interaction could not be ended", again))
      )

const decide = Effect.fnUntraced(function* (
  record: InteractionRecord,
  outcome: Outcome,
  drawn: { readonly message_id: string; readonly now_ms: number },
  placed: ReadonlyArray<MessageFiles.PlacedFile>
) {
  if (Result.isFailure(outcome)) return failDelivery(record, outcome.failure, drawn.now_ms)
  const { status, headers, text } = outcome.success
  const given = { status, content_type: headers["content-type"] ?? "", text }
  const answer = judgeAnswer(record, given, drawn.now_ms, {
    source: yield* sourceOf(record),
    files: placed.map(({ sent }) => sent)
  })
  if (Result.isFailure(answer)) return answer.failure
  const context = yield* Effect.result(answerContext(record, namedBy(answer.success), drawn))
  return Result.isFailure(context)
    ? failDelivery(record, context.failure.because, drawn.now_ms)
    : acknowledge(answer.success, context.success)
})

const shown = (outcome: Outcome) => {
  if (Result.isFailure(outcome)) return { error: outcome.failure }
  const { status, headers, text = "", files = [] } = outcome.success
  return {
    status,
    headers,
    body: Trace.clip(text),
    ...(files.length === 0 ? {} : { files: files.map(({ index, filename, size }) => ({ index, filename, size })) })
  }
}
