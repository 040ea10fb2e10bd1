/** What goes over the wire, while somebody watches. Our choice: docs/choices.md "Control plane". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { described, optional, query } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"

const at = described(Schema.Int, "Milliseconds of real time.")
const server = optional(Schema.String, "The server that had it, where several share a database.")
const application_id = Schema.NullOr(SnowflakeText)

/** The data of an event `rest`. */
export const WireRequest = Schema.Struct({
  at: described(at, "When the request came, in milliseconds of real time."),
  method: Schema.String,
  path: described(Schema.String, "With the query; tokens are shortened."),
  route: described(Schema.String, "The pattern of the path, or that there is none."),
  status: described(Schema.Int, "499: the client went away before the answer."),
  ms: Schema.Finite,
  application_id,
  request_type: query("The media type."),
  request_body: query("JSON without secrets; a form as an object."),
  request_clipped: optional(Schema.Boolean),
  response_type: query("The media type."),
  response_body: query("JSON without secrets."),
  response_clipped: optional(Schema.Boolean),
  headers: described(Schema.Record(Schema.String, Schema.String), "Those of rate limits and of this service."),
  code: optional(Schema.Int, "The platform's JSON error code."),
  server
}).annotate({ identifier: "WireRequest" })
export type WireRequest = typeof WireRequest.Type

/** The data of an event `gateway` or `voice`. */
export const WireFrame = Schema.Struct({
  at,
  connection: described(Schema.Int, "The number of the connection; each server counts its own."),
  session_id: Schema.NullOr(Schema.String),
  application_id,
  direction: described(Schema.Literals(["in", "out"]), "in: from the client."),
  op: described(Schema.NullOr(Schema.Int), "null: a close, or what is no frame."),
  t: Schema.NullOr(Schema.String),
  s: described(Schema.NullOr(Schema.Int), "Its number; of voice the seq."),
  d: query("JSON without secrets."),
  clipped: optional(Schema.Boolean),
  close: optional(Schema.Struct({ code: Schema.Int, because: query() }), "The connection ended."),
  server
}).annotate({ identifier: "WireFrame" })
export type WireFrame = typeof WireFrame.Type

/** The data of an event `dropped`. */
export const WireDropped = Schema.Struct({
  count: described(Schema.NullOr(Schema.Int), "null: it is not known how many.")
}).annotate({ identifier: "WireDropped" })

export const wire = {
  watch_wire: endpoint.get("/wire", {
    query: {
      surfaces: query("rest, gateway, voice, or several separated by commas. Default: all."),
      after: query("An id, for clients that cannot set the header `Last-Event-ID`, which counts more.")
    },
    answer: Schema.String,
    text:
      "Server-sent events of what goes over the wire from now on, or after the entry in the header `Last-Event-ID` while it " +
      "is kept: `event: rest` for each request of the API (at, method, path, route, status, ms, application_id, bodies, headers, " +
      "code), `event: gateway` for each frame (at, connection, session_id, application_id, direction, op, t, s, d; or close), `event: voice` " +
      "for each frame of the voice gateway, and `event: dropped` with a `count` where the reader lost some. Without secrets, clipped, without calls of the control plane."
  })
}
