/** The metrics of this server in the Prometheus format. */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { Observation } from "../observability/Observation.ts"

/** The exposition format, version 0.0.4. */
export const metrics = Effect.fnUntraced(function* () {
  const { instruments } = yield* Observation
  const text = PrometheusMetrics.formatUnsafe(instruments.context)
  return HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
})
