/** Planned faults. Our choice: docs/choices.md "Planned faults". Source: product.md "Control plane" (faults). */
import { PlannedFaultShape } from "@backlot/domain/planned-fault/PlannedFaultBody"
import { SnowflakeText, shownOf } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { created, described } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"

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
