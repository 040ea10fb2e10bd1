/** Opens the metrics of a server and its process, and exporters if there is a collector. */
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { Context, Effect, Layer, References } from "effect"
import * as Instruments from "./Instruments.ts"
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
  const observed = Context.add(instruments.context, Instruments.Observation, {
    instruments,
    tracing: otlp !== undefined
  })
  if (otlp === undefined) return Context.add(observed, References.TracerEnabled, false)
  const telemetry = yield* Layer.build(Telemetry.layer({ url: otlp, version })).pipe(
    Effect.provideContext(instruments.context)
  )
  return Context.merge(telemetry, observed)
})

/** The time between two samples of the event loop. */
const RESOLUTION_MS = 50
const NANOS = 1e9

/** Watches the process until the scope closes. Its metrics have the names that Prometheus clients use. */
const observeProcess = Effect.fnUntraced(function* (instruments: Instruments.Instruments, version: string) {
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const watched = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
      watched.enable()
      return watched
    }),
    (watched) => Effect.sync(() => watched.disable())
  )
  const { gauge, total } = instruments
  gauge("backlot_build_info", "Always 1; the version is a label", () => 1, { version, node: process.versions.node })
  gauge("process_start_time_seconds", "Start of the process, in seconds since 1970", () => performance.timeOrigin / 1e3)
  gauge("process_uptime_seconds", "Age of the process", () => process.uptime())
  gauge("process_resident_memory_bytes", "Memory of the process", () => process.memoryUsage.rss())
  gauge("nodejs_heap_size_used_bytes", "Heap in use", () => process.memoryUsage().heapUsed)
  gauge("nodejs_heap_size_total_bytes", "Heap", () => process.memoryUsage().heapTotal)
  total("process_cpu_user_seconds_total", "Processor time in user mode", () => process.cpuUsage().user / 1e6)
  total("process_cpu_system_seconds_total", "Processor time in system mode", () => process.cpuUsage().system / 1e6)
  // Each sample includes the resolution; the rest is the lag.
  const lag = (nanos: number) => Math.max(0, Number.isFinite(nanos) ? nanos / NANOS - RESOLUTION_MS / 1e3 : 0)
  gauge("nodejs_eventloop_lag_mean_seconds", "Mean lag of the event loop", () => lag(delay.mean))
  gauge("nodejs_eventloop_lag_p99_seconds", "99th percentile of the lag", () => lag(delay.percentile(99)))
  gauge("nodejs_eventloop_lag_max_seconds", "Longest lag", () => lag(delay.max))
})
