/** The first response, judged and then applied. Source: wire-interactions.md §2.3, §4.1, §4.6. */
import { Result } from "effect"
import { http } from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { describeFaults } from "../error/Fault.ts"
import * as ServiceError from "../error/ServiceError.ts"
import { MessageFlag, type MessageRecord } from "../message/Message.ts"
import { isEmpty, type MessageEdit, NOTHING } from "../message/MessageBody.ts"
import type { SentFile } from "../message/MessageFiles.ts"
import { CallbackType } from "../record/InteractionKind.ts"
import { decodeJson } from "../validation/JsonText.ts"
import { type Callback, decodeCallback } from "./Callback.ts"
import { type CallbackResponse, DEFERRALS, responseOf, type Shown } from "./CallbackResponse.ts"
import { forcedLine } from "./ForcedEphemeral.ts"
import { acknowledgeBy, activityInstance, focusedOption, type InteractionRecord, tokenEndsAt } from "./Interaction.ts"
import { type Decision, interactionEvent, line, messageEvent, unchanged } from "./InteractionDecision.ts"
import { expire, fail, ignore } from "./InteractionState.ts"
import {
  type AnswerContext,
  editedMessage,
  namedByContent,
  namedByEdit,
  newMessage,
  shownAfter
} from "./ResponseMessage.ts"

/** A valid response to a pending interaction; `acknowledge` applies it. */
export interface Answer {
  readonly record: InteractionRecord
  readonly callback: Callback
  /** The message of the component, if the interaction has one that still exists. */
  readonly source: MessageRecord | undefined
}

/** The context for judging a response. */
export interface With {
  /** The message of the component. */
  readonly source?: MessageRecord | undefined
  /** Files uploaded with the response. */
  readonly files?: ReadonlyArray<SentFile> | undefined
}

/** Judges an endpoint's response to the delivery: valid, or else the interaction's failure. */
export const judgeAnswer = (
  record: InteractionRecord,
  answer: HttpAnswer,
  nowMs: number,
  { source, files }: With = {}
): Result.Result<Answer, Decision<null>> => {
  if (record.state !== "pending") return Result.fail(ignore(record, nowMs))
  if (nowMs >= acknowledgeBy(record)) return Result.fail(expire(record, nowMs))
  const reading = readAnswer(answer)
  if (reading.kind === "accepted") return Result.fail(unchanged(record, [line(nowMs, "awaiting_callback")]))
  if (reading.kind === "bad") return Result.fail(fail(record, reading.reason, reading.because, nowMs))
  return Result.mapBoth(decodeFor(record, reading.body, { source, files }), {
    onSuccess: (callback) => ({ record, callback, source }),
    onFailure: (error) => fail(record, "answer", explain(error), nowMs)
  })
}

/** Whether the callback endpoint accepts a response; `record` is undefined if id and token match no interaction. */
export const admitCallback = (
  record: InteractionRecord | undefined,
  nowMs: number
): Result.Result<InteractionRecord, ServiceError.UnknownInteraction | ServiceError.AlreadyAcknowledged> => {
  if (record === undefined || nowMs >= tokenEndsAt(record)) return Result.fail(new ServiceError.UnknownInteraction())
  if (record.callback_type !== null) return Result.fail(new ServiceError.AlreadyAcknowledged())
  if (record.state !== "pending" || nowMs >= acknowledgeBy(record))
    return Result.fail(new ServiceError.UnknownInteraction())
  return Result.succeed(record)
}

/** Judges a call of the callback endpoint. After a refused body the interaction can still be answered (§2.4). */
export const judgeCallback = (
  record: InteractionRecord | undefined,
  body: unknown,
  nowMs: number,
  { source, files }: With = {}
): Result.Result<Answer, ServiceError.UnknownInteraction | ServiceError.AlreadyAcknowledged | BodyRefusal> =>
  Result.flatMap(admitCallback(record, nowMs), (admitted) =>
    Result.map(decodeFor(admitted, body, { source, files }), (callback) => ({ record: admitted, callback, source }))
  )

/** The users whom a response may mention, to look up for the context. */
export const namedBy = ({ callback, source }: Answer): ReadonlyArray<Snowflake> => {
  switch (callback.type) {
    case CallbackType.CHANNEL_MESSAGE_WITH_SOURCE:
      return namedByContent(callback.message)
    case CallbackType.UPDATE_MESSAGE:
      return source === undefined ? [] : namedByEdit(source, callback.edit)
    default:
      return []
  }
}

/** What a response shows to people: its data as it was read. */
export const dataOf = ({ callback }: Answer): object => {
  switch (callback.type) {
    case CallbackType.CHANNEL_MESSAGE_WITH_SOURCE:
      return callback.message
    case CallbackType.UPDATE_MESSAGE:
      return callback.edit
    case CallbackType.MODAL:
      return callback.modal
    default:
      return {}
  }
}

/** The interaction fails, because its endpoint answered with what is refused. */
export const refuseAnswer = (record: InteractionRecord, error: ServiceError.InvalidForm, nowMs: number) =>
  fail(record, "answer", explain(error), nowMs)

/** The only successful transition out of `pending`. */
export const acknowledge = (
  { record, callback, source }: Answer,
  context: AnswerContext
): Decision<CallbackResponse> => {
  switch (callback.type) {
    case CallbackType.CHANNEL_MESSAGE_WITH_SOURCE: {
      const message = newMessage(record, "answer", callback.message, context)
      return settle(record, callback, context, made(message, source ?? context.target_message))
    }
    case CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE: {
      const content = { ...NOTHING, flags: callback.ephemeral ? MessageFlag.EPHEMERAL : 0 }
      return settle(record, callback, context, made(newMessage(record, "loading", content, context)))
    }
    case CallbackType.DEFERRED_UPDATE_MESSAGE:
      return settle(record, callback, context, shown(source))
    case CallbackType.UPDATE_MESSAGE:
      return settle(record, callback, context, updated(source, callback.edit, context))
    case CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT:
      return settle({ ...record, choices: callback.choices }, callback, context)
    case CallbackType.MODAL:
      return settle({ ...record, modal: callback.modal }, callback, context)
    case CallbackType.LAUNCH_ACTIVITY:
      return settle({ ...record, activity_instance_id: activityInstance(record, context) }, callback, context)
    case CallbackType.PONG:
    case CallbackType.PREMIUM_REQUIRED:
      return settle(record, callback, context)
  }
}

type BodyRefusal = ServiceError.InvalidForm | ServiceError.EmptyMessage | ServiceError.UnknownMessage

const decodeFor = (record: InteractionRecord, body: unknown, { source, files = [] }: With) => {
  const callback = decodeCallback(body, {
    type: record.type,
    option_type: focusedOption(record)?.type,
    updates: record.message_id !== undefined,
    before: source?.message,
    launches: record.launches === true,
    files
  })
  return Result.flatMap(callback, (valid) => updatable(valid, source))
}

/** An update needs a message that still exists and stays visible. Our choice: docs/choices.md "Interactions". */
const updatable = (callback: Callback, source: MessageRecord | undefined): Result.Result<Callback, BodyRefusal> => {
  if (callback.type !== CallbackType.UPDATE_MESSAGE) return Result.succeed(callback)
  if (source === undefined) return Result.fail(new ServiceError.UnknownMessage())
  const changes = Object.keys(callback.edit).length > 0
  return changes && isEmpty(shownAfter(source, callback.edit))
    ? Result.fail(new ServiceError.EmptyMessage())
    : Result.succeed(callback)
}

/** The message that a response affects, and whether it is new or changed. */
interface Effect extends Shown {
  readonly event: "message.created" | "message.updated" | undefined
}

const made = (message: MessageRecord, source?: MessageRecord): Effect => ({ message, source, event: "message.created" })

const shown = (message: MessageRecord | undefined): Effect | undefined =>
  message === undefined ? undefined : { message, event: undefined }

/** An update without fields changes nothing (§4.2). */
const updated = (source: MessageRecord | undefined, edit: MessageEdit, context: AnswerContext): Effect | undefined => {
  if (source === undefined || Object.keys(edit).length === 0) return shown(source)
  return { message: editedMessage(source, edit, context), event: "message.updated" }
}

const settle = (
  before: InteractionRecord,
  callback: Callback,
  context: AnswerContext,
  effect?: Effect
): Decision<CallbackResponse> => {
  const state = DEFERRALS.includes(callback.type) ? "deferred" : "responded"
  const message = effect?.message
  const isDeferredUpdate = callback.type === CallbackType.DEFERRED_UPDATE_MESSAGE
  const record: InteractionRecord = {
    ...before,
    state,
    callback_type: callback.type,
    // A deferred update refers to the component's message even if that message is deleted.
    original_message_id: message?.id ?? (isDeferredUpdate ? (before.message_id ?? null) : null),
    ephemeral: message !== undefined && message.visible_to !== null,
    error: null
  }
  const { activity_instance_id, created_ms } = record
  const launched = activity_instance_id === undefined ? {} : { activity_instance_id }
  const after_ms = context.now_ms - created_ms
  return {
    record,
    puts: effect?.event === undefined ? [] : [effect.message],
    deletes: [],
    events: [
      interactionEvent("interaction.acknowledged", record),
      ...(effect?.event === undefined ? [] : [messageEvent(effect.event, effect.message, record)]),
      ...(state === "responded" ? [interactionEvent("interaction.responded", record)] : [])
    ],
    trace: [
      line(context.now_ms, "acknowledged", { callback_type: callback.type, after_ms, state, ...launched }),
      ...(effect?.event === "message.created" ? forcedLine(context.now_ms, message?.message) : [])
    ],
    reply: responseOf(record, callback.type, effect)
  }
}

const explain = (error: BodyRefusal): string => {
  switch (error._tag) {
    case "EmptyMessage":
      return "the answer is an empty message"
    case "UnknownMessage":
      return "the message that the answer updates was deleted"
    case "InvalidForm":
      return `the answer breaks rules: ${describeFaults(error.faults)}`
  }
}

/** An endpoint's answer as received. */
export interface HttpAnswer {
  readonly status: number
  /** As sent; "" if absent. */
  readonly content_type: string
  /** For a multipart answer, its `payload_json`; undefined if unreadable. */
  readonly text: string | undefined
}

export type Reading =
  /** An interaction response, not judged yet. */
  | { readonly kind: "response"; readonly body: unknown }
  /** The application will respond through the callback endpoint. */
  | { readonly kind: "accepted" }
  | { readonly kind: "bad"; readonly reason: "status" | "answer"; readonly because: string }

/** 200 with JSON is a response; 202 defers to the callback endpoint. Our choice: docs/choices.md "Interactions". */
export const readAnswer = ({ status, content_type, text }: HttpAnswer): Reading => {
  if (status === 202) return { kind: "accepted" }
  if (status !== 200) return bad("status", `the endpoint answered with status ${status} instead of 200 or 202`)
  const mediaType = content_type.split(";", 1).join("").trim().toLowerCase()
  if (!MEDIA_TYPES.includes(mediaType)) {
    return bad("answer", `the answer has content type "${mediaType}" instead of "application/json"`)
  }
  if (text === undefined) return bad("answer", "the multipart answer cannot be read, or has no payload_json")
  return Result.match(decodeJson(text), {
    onSuccess: (body): Reading => ({ kind: "response", body }),
    onFailure: ({ _tag }) => bad("answer", UNREADABLE[_tag])
  })
}

const MEDIA_TYPES = ["application/json", "multipart/form-data"]

const UNREADABLE = {
  InvalidJson: "the answer is not valid JSON",
  InvalidForm: `the answer nests deeper than ${http.jsonDepth} levels`
}

const bad = (reason: "status" | "answer", because: string): Reading => ({ kind: "bad", reason, because })
