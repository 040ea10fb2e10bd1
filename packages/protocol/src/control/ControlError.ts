/** The refusals of the control plane. Source: product.md "Control plane". */
import { Schema } from "effect"
import { optional } from "../openapi/Endpoint.ts"
import { StepDecision } from "./PickerPayload.ts"

const object = Schema.Record(Schema.String, Schema.Unknown)

export const ControlError = Schema.Struct({
  message: Schema.String,
  code: Schema.Int,
  reason: Schema.optionalKey(
    Schema.Literals(["unknown", "invisible", "permission", "stale", "options", "context"]).annotate({
      description: "Why a use was refused before it reached its app."
    })
  ),
  because: optional(Schema.String, "The sentence that says why a use was refused, as in `message`."),
  errors: Schema.optionalKey(
    Schema.Union([object, Schema.Array(Schema.Unknown)]).annotate({
      description:
        "The path to each fault, key by key, and its faults under `_errors`; of a whole world, a list of faults."
    })
  ),
  decisions: optional(Schema.Array(StepDecision), "Every step of a refused use that was evaluated."),
  command: optional(object, "The current command, where the given version of it is stale.")
}).annotate({ identifier: "ControlError" })
