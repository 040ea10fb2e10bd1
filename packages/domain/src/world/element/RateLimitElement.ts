/** The rate limits that a world gives one application (decision 27). */
import { Schema } from "effect"
import { DEFAULTS } from "../../guild/WorldDefaults.ts"
import type { RateLimitOverride } from "../../record/World.ts"
import { field, Int, list, Text } from "../../validation/Shape.ts"
import { between, oneOf, type Rules, required, size } from "../rule/Check.ts"
import { inside, type Place } from "../rule/Place.ts"
import { route } from "../rule/Value.ts"
import type { Stored } from "./Element.ts"

const Bucket = Schema.Struct({
  method: field(Text),
  path: field(Text),
  limit: field(Int),
  window_seconds: field(Int)
}).annotate({ identifier: "rate_limit_bucket" })

export const shape = Schema.Struct({ per_second: field(Int), buckets: field(list(Bucket)) }).annotate({
  identifier: "rate_limit"
})

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => ({
  rate_limit: own,
  rate_limit_bucket: inside(own, "buckets", (r) => r.buckets)
})

export const rules = {
  rate_limit: { per_second: [between(1, 1200)], buckets: [size(0, 100)] } satisfies Rules<Draft>,
  rate_limit_bucket: {
    method: [required, oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"])],
    path: [required, route],
    limit: [required, between(1, 1_000_000)],
    window_seconds: [required, between(1, 86_400)]
  } satisfies Rules<typeof Bucket.Type>
}

export const build = (application_id: string, draft: Draft): RateLimitOverride => ({
  application_id,
  per_second: draft.per_second ?? DEFAULTS.rate_limit.per_second,
  buckets: (draft.buckets ?? []).map((b) => ({
    method: b.method ?? "",
    path: b.path ?? "",
    limit: b.limit ?? 0,
    window_seconds: b.window_seconds ?? 0
  }))
})

export const element: Stored<RateLimitOverride> = {
  collections: ["rate_limit"],
  key: (r) => [r.application_id]
}
