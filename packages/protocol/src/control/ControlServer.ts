/** The server itself: its health, its metrics, what happens in it, its world as a whole and planned faults. Source: product.md "Control plane" (faults). Our choice: docs/choices.md "Planned faults". */
import { PlannedFaultShape } from "@backlot/domain/planned-fault/PlannedFaultBody"
import { SnowflakeText, shownOf } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { created, described, query } from "../openapi/Endpoint.ts"
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
    query: {
      after: query("A position, for clients that cannot set the header. The header, if there is one, counts more.")
    },
    answer: Schema.String,
    text:
      "Server-sent events of everything that happens, from now on, or after the position in the header `Last-Event-ID`. " +
      "`data` is `{seq, type, at, data}`, `event` the type, `id` the position. The first frame has only the `id` at which " +
      "the client stands: what it reads of the world after that holds everything up to there."
  }),
  openapi: endpoint.get("/openapi.json", { answer: Schema.Unknown, text: "This document." })
}

const Links = Schema.Struct({ links: Schema.Record(Schema.String, Schema.Unknown) }).annotate({ identifier: "Links" })

export const world = {
  get_world: endpoint.get("/world", {
    query: {
      parts: query("Top-level fields of the world file, separated by commas: only these. Default: all.")
    },
    answer: Schema.Unknown,
    text: "The whole state as a world file in JSON; PUT of it gives the same world again. It holds secrets."
  }),
  put_world: endpoint.put("/world", {
    body: Schema.Unknown,
    text: "Replaces the whole state by a world file, JSON or YAML, or changes nothing and names every fault in `errors`."
  }),
  list_links: endpoint.get("/links", {
    answer: Links,
    text: "The embeds that messages get because of links, by address."
  }),
  edit_links: endpoint.patch("/links", {
    body: Links,
    answer: Links,
    text: "Embeds of these addresses, as a world file has them; null takes an embed away. Other addresses stay."
  }),
  reset: endpoint.post("/reset", {
    text: "Back to the world that the server was started with or last given. What apps registered since is gone."
  })
}

const PlannedFault = Schema.Struct({
  id: SnowflakeText,
  ...shownOf(PlannedFaultShape).fields,
  hits: described(Schema.Int, "How often it happened."),
  remaining: described(Schema.NullOr(Schema.Int), "How often it still will; null until it is removed.")
}).annotate({ identifier: "PlannedFault" })

export const faults = {
  list_faults: endpoint.get("/faults", {
    answer: Schema.Struct({ faults: Schema.Array(PlannedFault) }),
    text: "The planned faults in the order planned, with what they did; those that are spent stay until removed."
  }),
  plan_fault: endpoint.post("/faults", {
    body: PlannedFaultShape,
    answer: created(PlannedFault),
    text:
      "From now on it hits every match: of several faults the oldest, until it is spent. Kept in memory; a reset and a " +
      "new world clear it. The control plane is never hit. Without an event it hits the matching gateway sessions at once, " +
      "and `hits` counts them."
  }),
  remove_faults: endpoint.delete("/faults", { text: "All of them." }),
  remove_fault: endpoint.delete("/faults/:fault_id", { text: "One of them." })
}
