/** The answer to a use, once it has settled or the wait is over. Source: product.md "Control plane". */
import { delivery } from "@backlot/domain/base/Limits"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import { showChoices } from "@backlot/domain/typing/TypedName"
import { ADVANCE } from "@backlot/protocol/control/ControlInteraction"
import * as Time from "@backlot/usecases/event/Time"
import * as Interactions from "@backlot/usecases/interaction/Interactions"
import * as InteractionWait from "@backlot/usecases/interaction/InteractionWait"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"

/** `?until`, `?wait` and `?answers_within_ms` of a request, judged before anything else happens. */
export const patienceOf = Effect.fnUntraced(function* (call: Call) {
  const until = yield* Query.oneOf(call, "until", ["acknowledged", "responded"])
  const wait = yield* Query.oneOf(call, "wait", ["true", "false"])
  const first_ms = yield* Query.whole(call, "answers_within_ms", delivery.controlWaitMs, 1, delivery.controlWaitMs)
  return { until: until ?? "acknowledged", wait: wait !== "false", first_ms } as const
})

export type Patience = Effect.Success<ReturnType<typeof patienceOf>>

/** Waits as long as requested, up to the limit in real time. */
export const answerUse = Effect.fnUntraced(function* (record: InteractionRecord, { until, wait, first_ms }: Patience) {
  if (!wait) return answerOf(yield* Interactions.look(record.id))
  const settled = yield* Effect.interruptible(InteractionWait.until(record.id, until, first_ms))
  if (!settled.expired) return answerOf(settled)
  const { mode } = yield* Time.read
  const remarks = mode === "real" ? [] : [...silent(settled.record, first_ms), FROZEN]
  return { ...answerOf(settled, remarks), wait_expired: true }
})

/** Where something was delivered, and the request has a limit for the first answer. */
const silent = ({ state, error }: InteractionRecord, first_ms: number): ReadonlyArray<string> =>
  state === "pending" && error === null && first_ms < delivery.controlWaitMs
    ? [`nothing came of it in ${first_ms} ms of real time`]
    : []

const FROZEN = `the service clock is frozen, so no deadline passes by itself: ${ADVANCE}`

/** The answer object of product.md; `remarks` follow its own error. */
export const answerOf = (
  { record, message }: { readonly record: InteractionRecord; readonly message: unknown },
  remarks: ReadonlyArray<string> = []
) => {
  const errors = [...errorOf(record), ...remarks]
  const instance = record.activity_instance_id
  return {
    interaction_id: record.id,
    state: record.state,
    ...(record.callback_type === null ? {} : { response: { type: record.callback_type, ephemeral: record.ephemeral } }),
    ...(message === undefined ? {} : { message }),
    ...(instance === undefined ? {} : { activity_instance: { id: instance } }),
    ...(record.modal === undefined ? {} : { modal: record.modal }),
    ...(record.choices === null ? {} : { choices: showChoices(record.choices, record.locale) }),
    ...(errors.length === 0 ? {} : { error: errors.join("; ") })
  }
}

/** The error of a pending interaction is only a forecast: its user sees nothing of it yet. */
const errorOf = ({ state, error }: InteractionRecord): ReadonlyArray<string> => {
  if (error === null) return []
  return [state === "pending" ? error.because : `${error.message.replace(/\.$/, "")}: ${error.because}`]
}
