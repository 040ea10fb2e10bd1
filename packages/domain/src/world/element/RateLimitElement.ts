/** The rate limits that a world gives one application (decision 27). */
import type { RateLimitOverride } from "../../record/World.ts"
import { Int, list, Text } from "../../validation/Shape.ts"
import { between, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { keyedByApplication, route } from "../rule/Value.ts"
import type { Element, Rooted } from "./Element.ts"

const Bucket = fieldsOf("rate_limit_bucket", {
  method: [Text, required, oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"])],
  path: [Text, required, route],
  limit: [Int, required, between(1, 1_000_000)],
  window_seconds: [Int, required, between(1, 86_400)]
})

const own = fieldsOf(
  "rate_limit",
  {
    per_second: [Int, between(1, 1200)],
    routes: [Text, oneOf(["open", "platform"])],
    buckets: [list(Bucket.shape), size(0, 100)]
  },
  { buckets: Bucket }
)

type Draft = typeof own.shape.Type

const defaults = { rate_limit: { per_second: 50, routes: "open", buckets: [] } as const }

/** `application_id`: the key in the file. */
const build = (draft: Draft, _: unknown, application_id: string): RateLimitOverride => ({
  application_id,
  per_second: draft.per_second ?? defaults.rate_limit.per_second,
  routes: draft.routes === "platform" ? "platform" : defaults.rate_limit.routes,
  buckets: (draft.buckets ?? []).map((b) => ({
    method: b.method ?? "",
    path: b.path ?? "",
    limit: b.limit ?? 0,
    window_seconds: b.window_seconds ?? 0
  }))
})

export const element = {
  list: "rate_limits",
  ...own,
  defaults,
  keyed: { by: (limit) => limit.application_id, rules: [keyedByApplication] },
  build,
  toFile: ({ application_id: _, ...rest }) => rest,
  collections: ["rate_limit"],
  key: (r) => [r.application_id],
  belongsTo: ["application"]
} satisfies Element<RateLimitOverride, Draft> & Rooted<RateLimitOverride, Draft>
