/** Opens the metrics of a server, and exporters if there is a collector. */
import { Context, Effect, Layer, References } from "effect"
import * as Instruments from "./Instruments.ts"
import { Observation } from "./Observation.ts"
import { observeProcess } from "./ProcessMetrics.ts"
import * as Telemetry from "./Telemetry.ts"

export interface ObservabilityOptions {
  readonly version: string
  /** Base URL of an OTLP/HTTP collector. */
  readonly otlp: string | undefined
}

/** Open until the scope closes. Without a collector there is no tracer, and so no span. */
export const open = Effect.fnUntraced(function* ({ version, otlp }: ObservabilityOptions) {
  const instruments = Instruments.make()
  yield* observeProcess(instruments, version)
  const observed = Context.add(instruments.context, Observation, { instruments, tracing: otlp !== undefined })
  if (otlp === undefined) return Context.add(observed, References.TracerEnabled, false)
  const telemetry = yield* Layer.build(Telemetry.layer({ url: otlp, version })).pipe(
    Effect.provideContext(instruments.context)
  )
  return Context.merge(telemetry, observed)
})
