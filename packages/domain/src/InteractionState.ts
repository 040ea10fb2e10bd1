/**
 * The life of an interaction until it is acknowledged, and its two deadlines: made, answered by HTTP or by the
 * callback endpoint, failed, timed out. What follows an acknowledgement stands in InteractionWebhook.
 * Source: wire-interactions.md §2.3, §2.4, §4.1, §4.6; product.md "Control plane" (states).
 */
import { Result } from "effect"
import { type Callback, decodeCallback } from "./Callback.ts"
import { formatPath } from "./Fault.ts"
import { type HttpAnswer, readAnswer } from "./HttpAnswer.ts"
import {
  acknowledgeBy,
  CallbackType,
  focusedOption,
  type InteractionFailure,
  type InteractionRecord,
  type InteractionSeed,
  type InteractionState,
  InteractionType,
  pending,
  tokenEndsAt
} from "./Interaction.ts"
import { type Decision, interactionEvent, line, messageEvent, unchanged } from "./InteractionDecision.ts"
import { MessageFlag, type MessageObject, type MessageRecord } from "./Message.ts"
import type { MessageContent } from "./MessageBody.ts"
import { newMessage, type Scene } from "./ResponseMessage.ts"
import { AlreadyAcknowledged, type EmptyMessage, type InvalidForm, UnknownInteraction } from "./ServiceError.ts"
import type { Snowflake } from "./Snowflake.ts"

/** The answer of the callback endpoint with `with_response=true` (§4.1). */
export interface CallbackResponse {
  readonly interaction: {
    readonly id: Snowflake
    readonly type: InteractionType
    readonly channel_id: Snowflake
    readonly guild_id?: Snowflake
    readonly response_message_id?: Snowflake
    readonly response_message_loading?: boolean
    readonly response_message_ephemeral?: boolean
  }
  /** Absent for choices. */
  readonly resource?: { readonly type: CallbackType; readonly message?: MessageObject }
}

/** A new interaction, about to be delivered. */
export const create = (seed: InteractionSeed): Decision<null> => {
  const record = pending(seed)
  const detail = { command: record.command, options: record.options }
  return {
    ...unchanged(record, [line(record.created_ms, "created", detail)]),
    events: [interactionEvent("interaction.created", record)]
  }
}

/** An endpoint's answer to the delivery. It never refuses: a bad answer fails the interaction. */
export const acceptAnswer = (record: InteractionRecord, answer: HttpAnswer, scene: Scene): Decision<null> => {
  const { now_ms } = scene
  if (record.state !== "pending") return ignore(record, now_ms, `the interaction is ${record.state} already`)
  if (now_ms >= acknowledgeBy(record)) return expire(record, now_ms)
  const reading = readAnswer(answer)
  if (reading.kind === "accepted") return unchanged(record, [line(now_ms, "awaiting_callback")])
  if (reading.kind === "bad") return fail(record, reading.reason, reading.because, now_ms)
  const callback = decodeFor(record, reading.body)
  return Result.isSuccess(callback)
    ? { ...acknowledge(record, callback.success, scene), reply: null }
    : fail(record, "answer", explain(callback.failure), now_ms)
}

/**
 * A call of the callback endpoint; `record` is undefined when id and token fit no interaction. A body that is refused
 * leaves the interaction as it is: it can still be answered (§2.4).
 */
export const acceptCallback = (
  record: InteractionRecord | undefined,
  body: unknown,
  scene: Scene
): Result.Result<Decision<CallbackResponse>, UnknownInteraction | AlreadyAcknowledged | InvalidForm | EmptyMessage> => {
  if (record === undefined || scene.now_ms >= tokenEndsAt(record)) return Result.fail(new UnknownInteraction())
  if (record.callback_type !== null) return Result.fail(new AlreadyAcknowledged())
  if (record.state !== "pending" || scene.now_ms >= acknowledgeBy(record)) return Result.fail(new UnknownInteraction())
  return Result.map(decodeFor(record, body), (callback) => acknowledge(record, callback, scene))
}

/** The delivery did not reach the application; `because` is one sentence for its developer. */
export const failDelivery = (record: InteractionRecord, because: string, nowMs: number): Decision<null> =>
  record.state === "pending"
    ? fail(record, "delivery", because, nowMs)
    : ignore(record, nowMs, `the interaction is ${record.state} already`)

/** When `expire` has something to do next; null when it never will. */
export const nextDeadline = (record: InteractionRecord): number | null => {
  if (record.state === "pending") return acknowledgeBy(record)
  return record.state === "deferred" ? tokenEndsAt(record) : null
}

/** Ends what is due: no answer within 3 s, or a deferral that the token's 15 min did not complete. */
export const expire = (record: InteractionRecord, nowMs: number): Decision<null> => {
  const deadline = nextDeadline(record)
  if (deadline === null || nowMs < deadline) return unchanged(record, [])
  return record.state === "pending"
    ? end(record, "timed_out", "timeout", "the application did not answer within 3 seconds", nowMs)
    : fail(record, "deferral", "the deferred answer did not come within 15 minutes", nowMs)
}

/** What the invoking user sees instead of an answer (§2.4). */
const FAILURE_TEXTS: Readonly<Record<InteractionType, string>> = {
  [InteractionType.PING]: "The application did not respond",
  [InteractionType.APPLICATION_COMMAND]: "The application did not respond",
  [InteractionType.MESSAGE_COMPONENT]: "This interaction failed",
  [InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE]: "Loading options failed",
  [InteractionType.MODAL_SUBMIT]: "Something went wrong. Try again."
}

const LOADING: MessageContent = {
  content: "",
  embeds: [],
  components: [],
  allowed_mentions: null,
  flags: 0,
  tts: false
}

const decodeFor = (record: InteractionRecord, body: unknown) =>
  decodeCallback(body, { type: record.type, option_type: focusedOption(record)?.type })

/** The one transition out of `pending` that succeeds. */
const acknowledge = (record: InteractionRecord, callback: Callback, scene: Scene): Decision<CallbackResponse> => {
  switch (callback.type) {
    case CallbackType.CHANNEL_MESSAGE_WITH_SOURCE:
      return settle(record, callback, "responded", scene, newMessage(record, "answer", callback.message, scene))
    case CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE: {
      const content = { ...LOADING, flags: callback.ephemeral ? MessageFlag.EPHEMERAL : 0 }
      return settle(record, callback, "deferred", scene, newMessage(record, "loading", content, scene))
    }
    case CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT:
      return settle({ ...record, choices: callback.choices }, callback, "responded", scene)
    case CallbackType.PONG:
      return settle(record, callback, "responded", scene)
  }
}

const settle = (
  before: InteractionRecord,
  callback: Callback,
  state: "responded" | "deferred",
  scene: Scene,
  message?: MessageRecord
): Decision<CallbackResponse> => {
  const record: InteractionRecord = {
    ...before,
    state,
    callback_type: callback.type,
    original_message_id: message?.id ?? null,
    ephemeral: message !== undefined && message.visible_to !== null
  }
  const after_ms = scene.now_ms - record.created_ms
  return {
    record,
    puts: message === undefined ? [] : [message],
    deletes: [],
    events: [
      interactionEvent("interaction.acknowledged", record),
      ...(message === undefined ? [] : [messageEvent("message.created", message, record)]),
      ...(state === "responded" ? [interactionEvent("interaction.responded", record)] : [])
    ],
    trace: [line(scene.now_ms, "acknowledged", { callback_type: callback.type, after_ms, state })],
    reply: responseOf(record, callback.type, message)
  }
}

const responseOf = (
  record: InteractionRecord,
  type: CallbackType,
  message: MessageRecord | undefined
): CallbackResponse => {
  const { id, channel_id, guild_id } = record
  const interaction = { id, type: record.type, channel_id, ...(guild_id === null ? {} : { guild_id }) }
  if (message === undefined) return { interaction }
  const loading = type === CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE
  return {
    interaction: {
      ...interaction,
      response_message_id: message.id,
      response_message_loading: loading,
      response_message_ephemeral: record.ephemeral
    },
    resource: loading ? { type } : { type, message: message.message }
  }
}

const fail = (record: InteractionRecord, reason: InteractionFailure["reason"], because: string, nowMs: number) =>
  end(record, "failed", reason, because, nowMs)

const end = (
  before: InteractionRecord,
  state: InteractionState & ("failed" | "timed_out"),
  reason: InteractionFailure["reason"],
  because: string,
  nowMs: number
): Decision<null> => {
  const error: InteractionFailure = { reason, message: FAILURE_TEXTS[before.type], because }
  const record: InteractionRecord = { ...before, state, error }
  return {
    ...unchanged(record, [line(nowMs, state, error)]),
    events: [interactionEvent(`interaction.${state}`, record)]
  }
}

const ignore = (record: InteractionRecord, nowMs: number, because: string) =>
  unchanged(record, [line(nowMs, "answer_ignored", { because })])

/** Why a response was refused, for the application's developer. */
const explain = (error: InvalidForm | EmptyMessage): string =>
  error._tag === "EmptyMessage"
    ? "the answer is an empty message"
    : `the answer breaks rules: ${error.faults.map((f) => `${formatPath(f.path)}: ${f.message}`).join("; ")}`
