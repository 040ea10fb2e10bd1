/** The rate limits that a world gives one application (decision 27). */
import { Schema } from "effect"
import type { RateLimitOverride } from "../../record/World.ts"
import { field, Int, list, Text } from "../../validation/Shape.ts"
import { between, oneOf, type Rules, required, size } from "../rule/Check.ts"
import { inside, type Place } from "../rule/Place.ts"
import { keyedByApplication, route } from "../rule/Value.ts"
import type { Element, Rooted } from "./Element.ts"
import { withOwner } from "./Gone.ts"

const Bucket = Schema.Struct({
  method: field(Text),
  path: field(Text),
  limit: field(Int),
  window_seconds: field(Int)
}).annotate({ identifier: "rate_limit_bucket" })

const shape = Schema.Struct({ per_second: field(Int), buckets: field(list(Bucket)) }).annotate({
  identifier: "rate_limit"
})

type Draft = typeof shape.Type

const places = (own: ReadonlyArray<Place<Draft>>) => ({
  rate_limit: own,
  rate_limit_bucket: inside(own, "buckets", (r) => r.buckets)
})

const rules = {
  rate_limit: { per_second: [between(1, 1200)], buckets: [size(0, 100)] } satisfies Rules<Draft>,
  rate_limit_bucket: {
    method: [required, oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"])],
    path: [required, route],
    limit: [required, between(1, 1_000_000)],
    window_seconds: [required, between(1, 86_400)]
  } satisfies Rules<typeof Bucket.Type>
}

const defaults = { rate_limit: { per_second: 50, buckets: [] } }

/** `application_id`: the key in the file. */
const build = (draft: Draft, _: unknown, application_id: string): RateLimitOverride => ({
  application_id,
  per_second: draft.per_second ?? defaults.rate_limit.per_second,
  buckets: (draft.buckets ?? []).map((b) => ({
    method: b.method ?? "",
    path: b.path ?? "",
    limit: b.limit ?? 0,
    window_seconds: b.window_seconds ?? 0
  }))
})

export const element = {
  list: "rate_limits",
  kind: "rate_limit",
  shape,
  places,
  rules,
  defaults,
  keyed: { by: (limit) => limit.application_id, rules: [keyedByApplication] },
  build,
  toFile: ({ application_id: _, ...rest }) => rest,
  collections: ["rate_limit"],
  key: (r) => [r.application_id],
  belongsTo: ["application"],
  without: withOwner
} satisfies Element<RateLimitOverride, Draft> & Rooted<RateLimitOverride, Draft>
