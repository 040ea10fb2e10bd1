/** Faults on purpose. Source: product.md "Control plane" (faults); the shapes are ours. */

import { SCOPES, SURFACES } from "@backlot/domain/planned-fault/PlannedFault"
import { plannedFault } from "@backlot/domain/planned-fault/PlannedFaultLimits"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { created } from "../openapi/Endpoint.ts"
import { whole } from "../rest/Field.ts"
import { guarded } from "./ControlEndpoint.ts"

const told = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

const Match = Schema.Struct({
  surface: Schema.optionalKey(Schema.Literals(SURFACES)),
  application: told(SnowflakeText, "Whose request, delivery or gateway session."),
  method: told(Schema.String, "Of a request, or a delivery (POST)."),
  path: told(
    Schema.String,
    "Of a request to the API, with or without /api and the version; of a delivery that of the endpoint URL. * and {name} " +
      "stand for any one segment, ** at the end for all that follow."
  ),
  event: told(
    Schema.String,
    "Of a delivery INTERACTION_CREATE, or PING when an endpoint URL is verified. Of the gateway the name of a dispatch, or " +
      "HEARTBEAT, IDENTIFY, RESUME."
  )
}).annotate({ identifier: "FaultMatch", description: "What is left out fits everything." })

const times = whole(1, plannedFault.times)

const fields = {
  match: Schema.optionalKey(Match),
  status: told(
    whole(200, 599),
    "rest: the answer. delivery: as if the endpoint had answered so; it is not asked. A 429 without a body is a whole one."
  ),
  body: told(
    Schema.Unknown,
    "Beside status. A text goes out as it is, as text/plain unless headers say otherwise; anything else as JSON. Without one " +
      "an error has the platform's."
  ),
  headers: told(Schema.Record(Schema.String, Schema.Unknown), "Beside status: texts by name."),
  delay_ms: told(whole(0, plannedFault.delayMs), "In real time, before anything else happens."),
  drop: told(
    Schema.Boolean,
    "rest: the connection is closed without an answer. delivery: not sent, so its time runs out. gateway: not sent and not " +
      "counted; a HEARTBEAT is not acknowledged."
  ),
  disconnect: told(
    Schema.Union([Schema.Boolean, Schema.Struct({ code: Schema.optionalKey(whole(1000, 4999)) })]),
    "rest: the connection is reset. delivery: the connection is refused. gateway: closed with the code, without one cut."
  ),
  invalid_session: told(
    Schema.Union([Schema.Boolean, Schema.Struct({ resumable: Schema.optionalKey(Schema.Boolean) })]),
    "gateway: op 9. Without resumable it is false."
  ),
  reconnect: told(Schema.Boolean, "gateway: op 7."),
  heartbeats: told(Schema.Literal("unanswered"), "gateway: heartbeats are not acknowledged."),
  rate_limit: told(
    Schema.Struct({
      retry_after_ms: whole(0, plannedFault.retryAfterMs),
      scope: Schema.optionalKey(Schema.Literals(SCOPES))
    }),
    "rest: a 429 as the service gives it, with Via, Retry-After and the X-RateLimit headers. Default scope: user."
  ),
  times: told(times, "How often it happens. Default: until it is removed."),
  after: told(whole(0, plannedFault.times), "How many that fit are let pass before.")
}

const PlanFault = Schema.Struct(fields).annotate({
  identifier: "PlanFault",
  description:
    "Give delay_ms, and at most one of status, drop, disconnect, invalid_session, reconnect, heartbeats, rate_limit."
})

const PlannedFault = Schema.Struct({
  id: SnowflakeText,
  ...fields,
  hits: Schema.Int.annotate({ description: "How often it happened." }),
  remaining: Schema.NullOr(Schema.Int).annotate({ description: "How often it still will; null until it is removed." })
}).annotate({ identifier: "PlannedFault" })

export const faults = guarded({
  list_faults: {
    method: "GET",
    path: "/faults",
    answer: Schema.Struct({ faults: Schema.Array(PlannedFault) }),
    text: "The planned faults in the order planned, with what they did; those that are spent stay until removed."
  },
  plan_fault: {
    method: "POST",
    path: "/faults",
    body: PlanFault,
    answer: created(PlannedFault),
    refuses: [400, 413],
    text:
      "From now on this happens to who fits: of several faults the oldest, until it is spent. Kept in memory; a reset and a " +
      "new world clear it. The control plane is never hit. Without an event a gateway session is disconnected, invalidated or " +
      "told to reconnect at once, and `hits` says how many were."
  },
  remove_faults: { method: "DELETE", path: "/faults", text: "All of them." },
  remove_fault: { method: "DELETE", path: "/faults/:fault_id", refuses: [400, 404], text: "One of them." }
})
