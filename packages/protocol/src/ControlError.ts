/** How the control plane says no. Source: product.md "Control plane". */
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { StepDecision } from "./PickerPayload.ts"

export const ControlError = Schema.Struct({
  message: Schema.String,
  code: Schema.Int,
  reason: Schema.optionalKey(Schema.Literals(["unknown", "invisible", "permission", "stale", "options", "context"])),
  errors: Schema.optionalKey(Schema.Unknown),
  /** Every step of a refused use that was evaluated. */
  decisions: Schema.optionalKey(Schema.Array(StepDecision)),
  /** The current command, where the given version of it is stale. */
  command: Schema.optionalKey(Schema.Unknown)
}).annotate({ identifier: "ControlError" })

/** Answers in which an endpoint can fail: besides its own those of the guard before every endpoint. */
export const refused = (...statuses: ReadonlyArray<number>) =>
  [...new Set([401, 403, ...statuses])].sort().map((status) => ControlError.pipe(HttpApiSchema.status(status)))
