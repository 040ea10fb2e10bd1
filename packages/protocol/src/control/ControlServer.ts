/** The server itself: its health, its metrics, what happens in it. Source: product.md "Control plane". */
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { guarded } from "./ControlEndpoint.ts"

/** The health of a server that is stopping. */
const Stopping = Schema.Struct({ status: Schema.Literal("stopping"), version: Schema.String })
  .annotate({ identifier: "Stopping" })
  .pipe(HttpApiSchema.status(503))

export const server = guarded({
  health: {
    method: "GET",
    path: "/health",
    answer: Schema.Struct({ status: Schema.Literal("ok"), version: Schema.String }),
    errors: [Stopping],
    text: "200 while the server takes requests; 503 from the moment it is told to stop."
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    answer: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4" })).annotate({
      description: "Metrics in the text format that Prometheus reads."
    }),
    text: "For Prometheus."
  },
  events: {
    method: "GET",
    path: "/events",
    answer: Schema.String,
    text:
      "Server-sent events of everything that happens, from now on, or after the position in the header `Last-Event-ID`. " +
      "`data` is `{seq, type, at, data}`, `event` the type, `id` the position."
  },
  openapi: { method: "GET", path: "/openapi.json", answer: Schema.Unknown, text: "This document." }
})
