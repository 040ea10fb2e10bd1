/** The server itself: its health, its metrics, what happens in it, its world as a whole and its clock. Source: product.md "Control plane". */
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { optional } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"

/** The health of a server that is stopping. */
const Stopping = Schema.Struct({ status: Schema.Literal("stopping"), version: Schema.String })
  .annotate({ identifier: "Stopping" })
  .pipe(HttpApiSchema.status(503))

export const server = {
  health: endpoint.get("/health", {
    answer: Schema.Struct({ status: Schema.Literal("ok"), version: Schema.String }),
    errors: [Stopping],
    text: "200 while the server takes requests; 503 once it is stopping."
  }),
  metrics: endpoint.get("/metrics", {
    answer: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4" })).annotate({
      description: "Metrics in the text format that Prometheus reads."
    }),
    text: "For Prometheus."
  }),
  events: endpoint.get("/events", {
    answer: Schema.String,
    text:
      "Server-sent events of everything that happens, from now on, or after the position in the header `Last-Event-ID`. " +
      "`data` is `{seq, type, at, data}`, `event` the type, `id` the position."
  }),
  openapi: endpoint.get("/openapi.json", { answer: Schema.Unknown, text: "This document." })
}

export const world = {
  get_world: endpoint.get("/world", {
    answer: Schema.Unknown,
    text: "The whole state as a world file in JSON; PUT of it gives the same world again. It holds secrets."
  }),
  put_world: endpoint.put("/world", {
    body: Schema.Unknown,
    text: "Replaces the whole state by a world file, JSON or YAML, or changes nothing and names every fault in `errors`."
  }),
  reset: endpoint.post("/reset", {
    text: "Back to the world that the server was started with or last given. What apps registered since is gone."
  })
}

const Mode = Schema.Literals(["real", "frozen"])
const ClockState = Schema.Struct({ now: Schema.String, mode: Mode }).annotate({ identifier: "Clock" })

/** A change of the clock: exactly one field. */
export const ClockChange = Schema.Struct({
  advance_ms: optional(Schema.Int, "0 or more."),
  now: optional(Schema.Union([Schema.String, Schema.Finite]), "An ISO 8601 time, or milliseconds since 1970."),
  mode: optional(Mode)
})

export const clock = {
  get_clock: endpoint.get("/clock", {
    answer: ClockState,
    text: "The service clock: deadlines, tokens and rate limits run on it."
  }),
  set_clock: endpoint.post("/clock", {
    body: ClockChange,
    answer: ClockState,
    text: "Give exactly one field. What falls due by a jump has happened when this answers."
  })
}
