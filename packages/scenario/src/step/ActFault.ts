/** Planned faults. */
import { Schema } from "effect"
import type { Acts } from "./Act.ts"
import { short } from "./ActWords.ts"

export const faultActs = {
  fault: {
    shape: Schema.Record(Schema.String, Schema.Unknown).annotate({
      description: "Plans a fault, in the shape of POST /control/v1/faults; match.application may be a name."
    }),
    actor: "nobody",
    sentence: (value) => `a fault is planned: ${short(value)}`,
    load: "it plans faults for everybody who plays; plan them over the control plane while the load runs"
  },
  clear_faults: {
    shape: Schema.Literal(true).annotate({ description: "Removes all planned faults." }),
    actor: "nobody",
    sentence: () => "planned faults are removed",
    load: "it takes away the faults of everybody who plays"
  }
} as const satisfies Acts
