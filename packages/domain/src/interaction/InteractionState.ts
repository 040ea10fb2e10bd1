/** Creates and ends interactions. Source: wire-interactions.md §2.4; product.md "Control plane" (states). */
import { CallbackType, type InteractionState, InteractionType } from "../record/InteractionKind.ts"
import {
  acknowledgeBy,
  type InteractionFailure,
  type InteractionRecord,
  type InteractionSeed,
  pending,
  tokenEndsAt
} from "./Interaction.ts"
import { type Decision, interactionEvent, line, unchanged } from "./InteractionDecision.ts"

/** Why an interaction is not delivered at once. */
export interface Obstacle {
  /** The kind of trace line: no receiver exists, or one is expected. */
  readonly what: "undeliverable" | "awaited"
  /** One sentence for the application's developer. */
  readonly because: string
}

/** A new interaction, to be delivered. One with an obstacle reports it at once, but runs to its deadline. */
export const create = (seed: InteractionSeed, obstacle?: Obstacle): Decision<null> => {
  const error = obstacle === undefined ? null : failure(seed, "delivery", obstacle.because)
  const record: InteractionRecord = { ...pending(seed), error }
  const { created_ms: at } = record
  const made = line(at, "created", subjectOf(record))
  const trace = obstacle ? [made, line(at, obstacle.what, { because: obstacle.because })] : [made]
  return { ...unchanged(record, trace), events: [interactionEvent("interaction.created", record)] }
}

/** Ends an interaction that was not delivered. `because` is one sentence for the application's developer. */
export const failDelivery = (
  record: InteractionRecord,
  because: string,
  nowMs: number,
  reason: "delivery" | "service" = "delivery"
): Decision<null> => (record.state === "pending" ? fail(record, reason, because, nowMs) : ignore(record, nowMs))

/** The time of the next transition by `expire`; null if there is none. */
export const nextDeadline = (record: InteractionRecord): number | null => {
  if (record.state === "pending") return acknowledgeBy(record)
  return record.state === "deferred" ? tokenEndsAt(record) : null
}

/** Ends an interaction that is due: no response within 3 s, or no completion of a deferral within 15 minutes. */
export const expire = (record: InteractionRecord, nowMs: number): Decision<null> => {
  const deadline = nextDeadline(record)
  if (deadline === null || nowMs < deadline) return unchanged(record, [])
  if (record.callback_type === CallbackType.DEFERRED_UPDATE_MESSAGE) return rest(record, nowMs)
  return record.state === "pending"
    ? end(record, "timed_out", "timeout", record.error?.because ?? NO_ANSWER, nowMs)
    : fail(record, "deferral", "the deferred answer did not come within 15 minutes", nowMs)
}

/** A deferred update without a follow-up counts as the response. Our choice: docs/choices.md "Interactions". */
const rest = (before: InteractionRecord, nowMs: number): Decision<null> => {
  const because = "nothing followed the deferred update, so the message stays as it is"
  return settled({ ...before, state: "responded" }, "responded", { before: before.state, because }, nowMs)
}

export const fail = (record: InteractionRecord, reason: InteractionFailure["reason"], because: string, nowMs: number) =>
  end(record, "failed", reason, because, nowMs)

/** Ignores a response that comes too late. */
export const ignore = (record: InteractionRecord, nowMs: number) =>
  unchanged(record, [line(nowMs, "answer_ignored", { because: `the interaction is ${record.state} already` })])

const subjectOf = (record: InteractionRecord) => {
  const { command, options, target_id, component, message_id, submitted, trigger } = record
  if (component !== undefined) return { component, message_id }
  if (submitted !== undefined) return { modal: submitted, opened_by: trigger?.id }
  return { command, options, ...(target_id === undefined ? {} : { target_id }) }
}

const NO_ANSWER = "the application did not answer within 3 seconds"

/** The text that the invoking user sees instead of a response (§2.4). */
const FAILURE_TEXTS: Readonly<Record<InteractionType, string>> = {
  [InteractionType.PING]: "The application did not respond",
  [InteractionType.APPLICATION_COMMAND]: "The application did not respond",
  [InteractionType.MESSAGE_COMPONENT]: "This interaction failed",
  [InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE]: "Loading options failed",
  [InteractionType.MODAL_SUBMIT]: "Something went wrong. Try again."
}

const end = (
  before: InteractionRecord,
  state: InteractionState & ("failed" | "timed_out"),
  reason: InteractionFailure["reason"],
  because: string,
  nowMs: number
): Decision<null> => {
  const error = failure(before, reason, because)
  return settled({ ...before, state, error }, state, error, nowMs)
}

const settled = (
  record: InteractionRecord,
  state: "responded" | "failed" | "timed_out",
  detail: unknown,
  nowMs: number
): Decision<null> => ({
  ...unchanged(record, [line(nowMs, state, detail)]),
  events: [interactionEvent(`interaction.${state}`, record)]
})

const failure = (
  { type }: Pick<InteractionRecord, "type">,
  reason: InteractionFailure["reason"],
  because: string
): InteractionFailure => ({ reason, message: FAILURE_TEXTS[type], because })
