/** The trace of calls that name an interaction by its token. Source: architecture.md "Delivery of an interaction". */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownInteraction } from "@backlot/domain/error/ServiceError"
import type { CallbackResponse } from "@backlot/domain/interaction/CallbackResponse"
import {
  acknowledge,
  admitCallback,
  dataOf,
  judgeCallback,
  namedBy
} from "@backlot/domain/interaction/InteractionAnswer"
import type { Decision, TraceLine } from "@backlot/domain/interaction/InteractionDecision"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { findByToken } from "../access/InteractionToken.ts"
import { commit } from "../event/EventLog.ts"
import * as MessageFiles from "../message/MessageFiles.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction, quietly, transact } from "../store/Transact.ts"
import { answerContext, keep, namingIn, sourceOf } from "./InteractionStore.ts"
import * as Trace from "./Trace.ts"

/** Id and token of the callback endpoint, as sent. */
export interface CallbackAddress {
  readonly interaction_id: string
  readonly token: string
}

/** A webhook address as sent, with the application's id in place of the webhook's. */
export interface WebhookAddress {
  readonly application_id: string
  readonly token: string
}

export interface Call {
  readonly channel: "callback" | "webhook"
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** Of webhook calls, as sent: `@original` too. */
  readonly message_id?: string
  /** Absent when there is none, or before it is read. */
  readonly body?: unknown
  /** Files that came with the body. */
  readonly files?: ReadonlyArray<FormFile>
}

/** How a call was refused. */
export interface Refusal {
  readonly status: number
  readonly code: number
  readonly message: string
  /** Every broken rule, in one line. */
  readonly faults?: string
}

/** The line of an accepted call, stored in the transaction of its change. */
export const accepted = (call: Call, at: number): TraceLine => ({
  at,
  what: "called",
  detail: { ...shown(call), outcome: "accepted" }
})

/** The line of a call that only read. */
export const noteRead = (interactionId: Snowflake, call: Call) =>
  Trace.note(interactionId, "called", { ...shown(call), outcome: "accepted" })

/** The line of a refused call; none when the address names no interaction. A failure here never fails the call. */
export const noteRefused = operation(
  "InteractionCalls.noteRefused",
  Effect.fnUntraced(function* (address: CallbackAddress | WebhookAddress, call: Call, refusal: Refusal) {
    yield* noteAt(address, "called", { ...shown(call), outcome: "refused", ...refusal })
  }, quietly("A refused call could not be traced"))
)

/** A line with unknown fields of a call (decision 23); none when the address names no interaction. */
export const noteUnknownFields = operation(
  "InteractionCalls.noteUnknownFields",
  Effect.fnUntraced(function* (address: CallbackAddress | WebhookAddress, fields: string) {
    yield* noteAt(address, "unknown_fields", { fields })
  }, quietly("Unknown fields could not be traced"))
)

const noteAt = Effect.fnUntraced(function* (address: CallbackAddress | WebhookAddress, what: string, detail: unknown) {
  const record = yield* inTransaction(() => interactionOf(address))
  if (record !== undefined) yield* Trace.note(record.id, what, detail)
})

/** A callback is found by its id, whatever its token; a webhook by its token. */
const interactionOf = function* (address: CallbackAddress | WebhookAddress) {
  if (!("interaction_id" in address)) return yield* findByToken(address.token)
  const { interaction_id } = address
  return isSnowflake(interaction_id) ? yield* Collections.interactions.get(interaction_id) : undefined
}

const shown = ({ body, files = [], ...call }: Call) => ({
  ...call,
  ...Trace.filesOf(files),
  ...(body === undefined ? {} : { body: Trace.clip(JSON.stringify(body)) })
})

// The callback endpoint: an application sends its first answer. Source: wire-interactions.md §4.1.

/** Judges whether an answer is allowed at all, before its body is read (decision 24); `respond` judges it again. */
export const admit = operation(
  "InteractionCalls.admit",
  Effect.fnUntraced(function* (address: CallbackAddress) {
    yield* transact(function* (now) {
      yield* admitCallback(yield* callbackOf(address), now)
    })
  })
)

/** Applies the answer; the reply is for `with_response=true`. */
export const respond = operation(
  "InteractionCalls.respond",
  Effect.fnUntraced(function* (address: CallbackAddress, body: unknown, files: ReadonlyArray<FormFile> = []) {
    const drawn = yield* MessageFiles.drawMessage(files)
    return yield* commit(function* () {
      const found = yield* callbackOf(address)
      const placed = yield* MessageFiles.place(found?.channel_id, drawn.files)
      const given = { source: yield* sourceOf(found), files: placed.map(({ sent }) => sent) }
      const answer = yield* judgeCallback(found, body, drawn.now_ms, given)
      const { record } = answer
      const told = yield* namingIn(record, dataOf(answer), ["data"])
      // An interaction ends with the channel or user it belongs to. Our choice: docs/choices.md "Interactions".
      const context = yield* Body.mapFailure(
        answerContext(record, namedBy(answer), drawn),
        () => new UnknownInteraction()
      )
      const decision: Decision<CallbackResponse> = acknowledge(answer, context)
      yield* MessageFiles.keepShown(decision.puts, placed)
      const call: Call = { channel: "callback", method: "POST", body, files }
      return yield* keep(decision, [accepted(call, drawn.now_ms)], told)
    })
  })
)

/** Undefined when id and token fit no interaction. */
const callbackOf = function* ({ interaction_id, token }: CallbackAddress) {
  if (!isSnowflake(interaction_id)) return undefined
  const record = yield* Collections.interactions.get(interaction_id)
  const { equal } = yield* Body.use(Secrets)
  return record !== undefined && equal(record.token, token) ? record : undefined
}
