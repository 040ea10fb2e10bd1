/** How a scenario is played as load. Source: product.md "Scenario files" (load). */
import { Schema } from "effect"
import { Duration } from "../Duration.ts"
import { optional } from "../Vocabulary.ts"

export const Rate = Schema.String.check(
  Schema.isPattern(/^\d+(?:\.\d+)?\/(?:s|m)$/, { message: "a rate is a number per second or minute: 200/s" })
).annotate({ identifier: "Rate" })

const Stage = Schema.Struct({
  duration: Duration.annotate({ description: "How long the stage lasts." }),
  rate: optional(Rate, "Open model: arrivals at the end of the stage, reached in a straight line."),
  users: optional(Schema.Finite, "Closed model: virtual users at the end of the stage, reached in a straight line.")
}).annotate({ identifier: "LoadStage" })

const Pause = Schema.Struct({
  min: Duration.annotate({ description: "The shortest pause." }),
  max: Duration.annotate({ description: "The longest pause." })
})

export const LoadPlan = Schema.Struct({
  users: optional(Schema.Finite, "Closed model: virtual users that repeat the steps. Open model: the most at once."),
  rate: optional(Rate, "Open model: plays of the steps that begin each second, whatever is still running."),
  duration: optional(Duration, "Default: 10s."),
  stages: optional(Schema.Array(Stage), "Instead of duration, one after the other."),
  think: optional(Schema.Union([Duration, Pause]), "Pause of a virtual user between two steps."),
  warmup: optional(Duration, "At the beginning; not counted."),
  thresholds: optional(
    Schema.Record(Schema.String, Schema.String),
    "They decide the exit code: { p95: < 50ms, errors: < 1%, rate: '> 100/s' }."
  )
}).annotate({ identifier: "LoadPlan" })
export type LoadPlan = typeof LoadPlan.Type
