/**
 * The first answer to an interaction, by HTTP or by the callback endpoint. It is judged first and given second, so that
 * what it mentions is looked up in between. Source: wire-interactions.md §2.3, §4.1, §4.6.
 */
import { Result } from "effect"
import { type Callback, decodeCallback } from "./Callback.ts"
import { tellFaults } from "./FaultText.ts"
import { type HttpAnswer, readAnswer } from "./HttpAnswer.ts"
import {
  acknowledgeBy,
  CallbackType,
  focusedOption,
  type InteractionRecord,
  type InteractionType,
  tokenEndsAt
} from "./Interaction.ts"
import { type Decision, interactionEvent, line, messageEvent, unchanged } from "./InteractionDecision.ts"
import { expire, fail, ignore } from "./InteractionState.ts"
import { namedUsers } from "./Mention.ts"
import { MessageFlag, type MessageObject, type MessageRecord } from "./Message.ts"
import { NOTHING } from "./MessageBody.ts"
import { newMessage, type Scene } from "./ResponseMessage.ts"
import { AlreadyAcknowledged, type EmptyMessage, type InvalidForm, UnknownInteraction } from "./ServiceError.ts"
import type { Snowflake } from "./Snowflake.ts"

/** A sound answer to a pending interaction; `acknowledge` gives it. */
export interface Answer {
  readonly record: InteractionRecord
  readonly callback: Callback
}

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

/** An endpoint's answer to the delivery: sound, or else what becomes of the interaction instead of being answered. */
export const judgeAnswer = (
  record: InteractionRecord,
  answer: HttpAnswer,
  nowMs: number
): Result.Result<Answer, Decision<null>> => {
  if (record.state !== "pending") return Result.fail(ignore(record, nowMs))
  if (nowMs >= acknowledgeBy(record)) return Result.fail(expire(record, nowMs))
  const reading = readAnswer(answer)
  if (reading.kind === "accepted") return Result.fail(unchanged(record, [line(nowMs, "awaiting_callback")]))
  if (reading.kind === "bad") return Result.fail(fail(record, reading.reason, reading.because, nowMs))
  return Result.mapBoth(decodeFor(record, reading.body), {
    onSuccess: (callback) => ({ record, callback }),
    onFailure: (error) => fail(record, "answer", explain(error), nowMs)
  })
}

/** Whether the callback endpoint takes an answer; `record` is undefined when id and token fit no interaction. */
export const admitCallback = (
  record: InteractionRecord | undefined,
  nowMs: number
): Result.Result<InteractionRecord, UnknownInteraction | AlreadyAcknowledged> => {
  if (record === undefined || nowMs >= tokenEndsAt(record)) return Result.fail(new UnknownInteraction())
  if (record.callback_type !== null) return Result.fail(new AlreadyAcknowledged())
  if (record.state !== "pending" || nowMs >= acknowledgeBy(record)) return Result.fail(new UnknownInteraction())
  return Result.succeed(record)
}

/**
 * A call of the callback endpoint. A body that is refused leaves the interaction as it is: it can still be answered
 * (§2.4).
 */
export const judgeCallback = (
  record: InteractionRecord | undefined,
  body: unknown,
  nowMs: number
): Result.Result<Answer, UnknownInteraction | AlreadyAcknowledged | InvalidForm | EmptyMessage> =>
  Result.flatMap(admitCallback(record, nowMs), (admitted) =>
    Result.map(decodeFor(admitted, body), (callback) => ({ record: admitted, callback }))
  )

/** The users whom an answer may mention: whom to look up for the scene. */
export const namedBy = ({ callback }: Answer): ReadonlyArray<Snowflake> =>
  callback.type === CallbackType.CHANNEL_MESSAGE_WITH_SOURCE
    ? namedUsers(callback.message.content, callback.message.allowed_mentions)
    : []

/** The one transition out of `pending` that succeeds. */
export const acknowledge = ({ record, callback }: Answer, scene: Scene): Decision<CallbackResponse> => {
  switch (callback.type) {
    case CallbackType.CHANNEL_MESSAGE_WITH_SOURCE:
      return settle(record, callback, "responded", scene, newMessage(record, "answer", callback.message, scene))
    case CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE: {
      const content = { ...NOTHING, flags: callback.ephemeral ? MessageFlag.EPHEMERAL : 0 }
      return settle(record, callback, "deferred", scene, newMessage(record, "loading", content, scene))
    }
    case CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT:
      return settle({ ...record, choices: callback.choices }, callback, "responded", scene)
    case CallbackType.PONG:
      return settle(record, callback, "responded", scene)
  }
}

const decodeFor = (record: InteractionRecord, body: unknown) =>
  decodeCallback(body, { type: record.type, option_type: focusedOption(record)?.type })

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
    ephemeral: message !== undefined && message.visible_to !== null,
    error: null
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

/** Why a response was refused, for the application's developer. */
const explain = (error: InvalidForm | EmptyMessage): string =>
  error._tag === "EmptyMessage"
    ? "the answer is an empty message"
    : `the answer breaks rules: ${tellFaults(error.faults)}`
