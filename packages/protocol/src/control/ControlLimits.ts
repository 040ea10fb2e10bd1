/** The windows of rate limits. Our choice: docs/choices.md "Control plane". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { described, optional, query } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"

const Window = Schema.Struct({
  application_id: SnowflakeText,
  scope: described(Schema.Literals(["global", "route"]), "global: all requests of the application, in each second."),
  method: query("Of a route."),
  route: query("The path of a route, below the REST base."),
  bucket: query("The `X-RateLimit-Bucket` of a route."),
  major: query("The ids of the path that have this window to themselves, separated by slashes."),
  user_id: optional(Schema.NullOr(SnowflakeText), "The user who has it; null for the bot."),
  limit: described(Schema.NullOr(Schema.Int), "null when the world does not limit this route any more."),
  count: Schema.Int,
  reset_ms: described(Schema.Int, "When the window ends, in milliseconds of the service clock.")
}).annotate({ identifier: "RateLimitWindow" })

const Address = Schema.Struct({
  address: Schema.String,
  count: described(Schema.NullOr(Schema.Int), "Answers of 401, 403 and 429. null: not known to this process."),
  limit: described(Schema.Int, "The address is blocked from so many on."),
  reset_ms: described(Schema.NullOr(Schema.Int), "When the count ends, in milliseconds of the service clock."),
  blocked_until_ms: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "InvalidRequests" })

export const rateLimits = {
  list_rate_limits: endpoint.get("/rate_limits", {
    answer: Schema.Struct({
      now: described(Schema.String, "The service clock."),
      mode: described(
        Schema.Literals(["enforce", "observe", "off"]),
        "Whether limits refuse, only count, or do nothing."
      ),
      windows: Schema.Array(Window),
      addresses: described(Schema.Array(Address), "Counted only while limits are enforced.")
    }),
    text: "The rate-limit windows that have begun and not ended, and the addresses that sent invalid requests."
  })
}
