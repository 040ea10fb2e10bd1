/**
 * Planned faults. The shapes are our choice: docs/choices.md "Planned faults". Source: product.md "Control plane" (faults).
 */
import { PlannedFaultShape } from "@backlot/domain/planned-fault/PlannedFaultBody"
import { SnowflakeText, shownOf } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { created } from "../openapi/Endpoint.ts"
import { guarded } from "./ControlEndpoint.ts"

const PlannedFault = Schema.Struct({
  id: SnowflakeText,
  ...shownOf(PlannedFaultShape).fields,
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
    body: PlannedFaultShape,
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
