/** The outcome of a step as the structured content of a tool. */
import type { Outcome } from "@backlot/scenario/Outcome"
import { optional } from "@backlot/scenario/Vocabulary"
import { Schema } from "effect"

const Wire = Schema.Record(Schema.String, Schema.Unknown)

/** Each act sets the fields that it has; wire objects keep the platform's fields. */
export const OUTCOME = {
  interaction_id: optional(Schema.String, "For `trace`, and for `submit` of its modal."),
  state: optional(
    Schema.String,
    "responded, deferred, failed (the app answered wrongly), timed_out, pending, launched"
  ),
  response: optional(Wire, "The type of the app's first answer, and whether only this user sees it."),
  message: optional(Wire, "The message as this user sees it, in the platform's shape; `ephemeral` says who sees it."),
  modal: optional(Wire, "The modal that opened, in the platform's shape."),
  activity: optional(Schema.Unknown, "The Activity that was launched."),
  choices: optional(Schema.Array(Wire), "The choices that the app offers."),
  commands: optional(Schema.Array(Wire), "Rows of the picker, best first."),
  messages: optional(Schema.Array(Wire), "Oldest first, in the platform's shape."),
  visible: optional(Schema.Boolean, "Whether the picker shows it to this user."),
  usable: optional(Schema.Boolean, "Whether this user may use it here."),
  decisions: optional(Schema.Array(Wire), "Each step of the decision: step, outcome, because."),
  refused: optional(
    Schema.String,
    "Why the use was refused: unknown, invisible, context, permission, stale, options, disabled."
  ),
  because: optional(Schema.String, "The reason in words."),
  code: optional(Schema.Number, "The platform's JSON error code."),
  status: optional(Schema.Number, "The HTTP status of a refused request."),
  error: optional(Schema.String, "What the app did wrong."),
  wait_expired: optional(Schema.Boolean, "True if the app had not answered when the wait ended."),
  not_implemented: optional(Schema.Array(Schema.String), "Calls of the app that Backlot does not implement."),
  body: optional(Schema.Unknown, "The body of the answer.")
}

/** Of an answer that is a refusal. */
export const FAILURE = {
  refused: OUTCOME.refused,
  because: OUTCOME.because,
  code: OUTCOME.code,
  status: OUTCOME.status,
  state: OUTCOME.state,
  error: OUTCOME.error
}

/** Of whatever makes an interaction. */
export const USED = {
  interaction_id: OUTCOME.interaction_id,
  ...FAILURE,
  response: OUTCOME.response,
  message: OUTCOME.message,
  modal: OUTCOME.modal,
  activity: OUTCOME.activity,
  decisions: OUTCOME.decisions,
  body: OUTCOME.body,
  wait_expired: OUTCOME.wait_expired,
  not_implemented: OUTCOME.not_implemented
}

export const outcomeValue = (outcome: Outcome): object =>
  Object.fromEntries(
    Object.entries(outcome).filter(([name, value]) => Object.hasOwn(OUTCOME, name) && value !== undefined)
  )
