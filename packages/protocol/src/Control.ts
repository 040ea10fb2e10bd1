/**
 * The control plane's contract: how tests and tools play the users and turn the world. Its OpenAPI document is
 * generated from here. Source: product.md "Control plane".
 */
import { OptionType } from "@backlot/domain/ApplicationCommand"
import { Schema } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Localizations, SnowflakeText } from "./Command.ts"
import { openDocument } from "./OpenDocument.ts"

const raw = { disableCodecs: true } as const
const flag = Schema.optionalKey(Schema.Literals(["true", "false"]))

export const ControlError = Schema.Struct({
  message: Schema.String,
  code: Schema.Int,
  reason: Schema.optionalKey(Schema.Literals(["unknown", "invisible", "permission", "stale", "options", "context"])),
  errors: Schema.optionalKey(Schema.Unknown),
  /** Every step of a refused use that was evaluated. */
  decisions: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        step: Schema.String,
        outcome: Schema.Literals(["pass", "fail", "skip"]),
        because: Schema.String
      })
    )
  ),
  /** The current command, where the given version of it is stale. */
  command: Schema.optionalKey(Schema.Unknown)
}).annotate({ identifier: "ControlError" })

/** Answers in which an endpoint can fail: besides its own those of the guard before every endpoint. */
const refused = (...statuses: ReadonlyArray<number>) =>
  [...new Set([401, 403, ...statuses])].sort().map((status) => ControlError.pipe(HttpApiSchema.status(status)))

/** The health of a server that has been told to stop. */
export const Stopping = Schema.Struct({ status: Schema.Literal("stopping"), version: Schema.String })
  .annotate({ identifier: "Stopping" })
  .pipe(HttpApiSchema.status(503))

/** Options in wire shape; `type` may be left out, subcommands nest. */
export const UsedOption = Schema.Struct({
  name: Schema.String,
  type: Schema.optionalKey(Schema.Literals(Object.values(OptionType))),
  value: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])),
  focused: Schema.optionalKey(Schema.Boolean),
  options: Schema.optionalKey(Schema.Array(Schema.Unknown))
}).annotate({ identifier: "UsedOption" })

export const Attachment = Schema.Struct({
  option: Schema.String,
  filename: Schema.String,
  content_type: Schema.optionalKey(Schema.String),
  base64: Schema.String
}).annotate({ identifier: "UploadedAttachment" })

export const Use = Schema.Struct({
  command_id: Schema.optionalKey(SnowflakeText),
  text: Schema.optionalKey(Schema.String),
  version: Schema.optionalKey(SnowflakeText),
  options: Schema.optionalKey(Schema.Array(UsedOption)),
  target_id: Schema.optionalKey(SnowflakeText),
  locale: Schema.optionalKey(Schema.String),
  attachments: Schema.optionalKey(Schema.Array(Attachment)),
  autocomplete: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "UseCommand" })

export const STATES = ["pending", "deferred", "responded", "failed", "timed_out", "launched"] as const

/** A choice as the app answered it, and the name that the user reads. */
export const ShownChoice = Schema.Struct({
  name: Schema.String,
  name_localized: Schema.String,
  name_localizations: Schema.optionalKey(Localizations),
  value: Schema.Union([Schema.String, Schema.Finite])
}).annotate({ identifier: "ShownChoice" })

export const TraceLine = Schema.Struct({
  at: Schema.Int.annotate({ description: "Milliseconds of the service clock." }),
  what: Schema.String,
  detail: Schema.Unknown
}).annotate({ identifier: "TraceLine" })

export const Used = Schema.Struct({
  interaction_id: SnowflakeText,
  state: Schema.Literals(STATES),
  response: Schema.optionalKey(Schema.Unknown),
  message: Schema.optionalKey(Schema.Unknown),
  choices: Schema.optionalKey(Schema.Array(ShownChoice)),
  modal: Schema.optionalKey(Schema.Unknown),
  error: Schema.optionalKey(Schema.String),
  wait_expired: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "UsedInteraction" })

export const ClockState = Schema.Struct({
  now: Schema.String,
  mode: Schema.Literals(["real", "frozen"])
}).annotate({ identifier: "Clock" })

const place = { user_id: SnowflakeText, channel_id: SnowflakeText }

export const ControlGroup = HttpApiGroup.make("control", { topLevel: true }).add(
  HttpApiEndpoint.get("health", "/health", {
    ...raw,
    success: Schema.Struct({ status: Schema.Literal("ok"), version: Schema.String }),
    error: [...refused(), Stopping]
  }),
  HttpApiEndpoint.get("metrics", "/metrics", {
    ...raw,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4" })).annotate({
      description: "Metrics in the text format that Prometheus reads."
    }),
    error: refused()
  }),
  HttpApiEndpoint.get("get_world", "/world", { ...raw, success: Schema.Unknown, error: refused() }),
  HttpApiEndpoint.put("put_world", "/world", {
    ...raw,
    payload: Schema.Unknown,
    success: HttpApiSchema.NoContent,
    error: refused(400, 413)
  }),
  HttpApiEndpoint.post("reset", "/reset", { ...raw, success: HttpApiSchema.NoContent, error: refused() }),
  HttpApiEndpoint.get("get_clock", "/clock", { ...raw, success: ClockState, error: refused() }),
  HttpApiEndpoint.post("set_clock", "/clock", {
    ...raw,
    payload: Schema.Struct({
      advance_ms: Schema.optionalKey(Schema.Int),
      now: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite])),
      mode: Schema.optionalKey(Schema.Literals(["real", "frozen"]))
    }),
    success: ClockState,
    error: refused(400, 413)
  }),
  HttpApiEndpoint.post("use_command", "/users/:user_id/channels/:channel_id/interactions", {
    ...raw,
    params: place,
    query: { until: Schema.optionalKey(Schema.Literals(["acknowledged", "responded"])), wait: flag },
    payload: Use,
    success: Used,
    error: refused(400, 404, 409, 413)
  }),
  HttpApiEndpoint.get("get_messages", "/users/:user_id/channels/:channel_id/messages", {
    ...raw,
    params: place,
    query: { limit: Schema.optionalKey(Schema.String) },
    success: Schema.Struct({ messages: Schema.Array(Schema.Unknown) }),
    error: refused(400, 404)
  }),
  HttpApiEndpoint.get("get_interaction", "/interactions/:interaction_id", {
    ...raw,
    params: { interaction_id: SnowflakeText },
    success: Schema.Struct({ ...Used.fields, trace: Schema.Array(TraceLine) }),
    error: refused(400, 404)
  }),
  HttpApiEndpoint.get("events", "/events", { ...raw, success: Schema.String, error: refused() }),
  HttpApiEndpoint.get("openapi", "/openapi.json", { ...raw, success: Schema.Unknown, error: refused() })
)

export const Control = HttpApi.make("backlot-control")
  .add(ControlGroup)
  .prefix("/control/v1")
  .annotate(OpenApi.Transform, openDocument)
  .annotateMerge(OpenApi.annotations({ title: "Backlot control plane", version: "1" }))
