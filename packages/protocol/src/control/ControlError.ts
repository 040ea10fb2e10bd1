/** The refusals of the control plane. Source: product.md "Control plane". */
import { Schema } from "effect"
import { choice, optional, Record } from "../openapi/Endpoint.ts"
import { StepDecision } from "./PickerPayload.ts"

export const ControlError = Schema.Struct({
  message: Schema.String,
  code: Schema.Int,
  reason: choice(
    ["unknown", "invisible", "permission", "stale", "options", "context"],
    "Why a use was refused before it reached its app."
  ),
  because: optional(
    Schema.String,
    "The sentence that says why a use was refused, as in `message`; of a 403 to another act, what the user lacks."
  ),
  errors: optional(
    Schema.Union([Record, Schema.Array(Schema.Unknown)]),
    "The path to each fault, key by key, and its faults under `_errors`; of a whole world, a list of faults."
  ),
  decisions: optional(Schema.Array(StepDecision), "Every step of a refused use that was evaluated."),
  command: optional(Record, "The current command, where the given version of it is stale.")
}).annotate({ identifier: "ControlError" })
