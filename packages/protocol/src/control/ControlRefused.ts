/** Calls of apps that were refused. Our choice: docs/choices.md "Control plane". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { described, optional, query } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"

export const RefusedCall = Schema.Struct({
  number: described(
    Schema.Int,
    "From 1. Where several servers share a database, calls of two of them can have the same."
  ),
  server: optional(Schema.String, "The server that refused it, where several share a database."),
  at: described(Schema.Int, "Milliseconds of real time."),
  application_id: described(Schema.NullOr(SnowflakeText), "null where the token belongs to no application."),
  method: Schema.String,
  path: described(Schema.String, "Below the REST base, without tokens."),
  operation: described(Schema.String, "The operation's name in its OpenAPI document."),
  status: Schema.Int,
  code: described(Schema.Int, "The platform's JSON error code."),
  message: Schema.String,
  reason: optional(Schema.String, "Of a 403: which permission, role or position decided it."),
  errors: optional(Schema.String, "The faults of the request's fields, as JSON.")
}).annotate({ identifier: "RefusedCall" })
export type RefusedCall = typeof RefusedCall.Type

export const RefusedCallsState = Schema.Struct({
  total: described(Schema.Int, "The highest number so far; the oldest calls are forgotten."),
  calls: Schema.Array(RefusedCall)
}).annotate({ identifier: "RefusedCalls" })
export type RefusedCallsState = typeof RefusedCallsState.Type

export const refusedCalls = {
  get_refused_calls: endpoint.get("/refused_calls", {
    query: { after: query("Only calls of a higher `number`. Default: 0.") },
    answer: RefusedCallsState,
    text:
      "The newest calls with a bot's token or that of an interaction that were answered with 4xx, but for 429: libraries wait " +
      "and send those again. In the order of time. Kept in memory, within a bound."
  })
}
