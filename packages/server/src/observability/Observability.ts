/** Opens the metrics of a server and its process, and exporters if there is a collector. */
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { elapsedOf } from "@backlot/domain/base/Elapsed"
import { Clock, ConfigProvider, Context, Effect, Exit, Layer, LogLevel, References, Tracer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Instruments from "./Instruments.ts"
import { FAILED } from "./Spans.ts"

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
  const telemetry = yield* Layer.build(layer(otlp, version)).pipe(Effect.provideContext(instruments.context))
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

/** Real milliseconds. */
const SHUTDOWN_MS = 1_000
const EXPORT_INTERVAL_MS = 1_000
const WARNING_INTERVAL_MS = 60_000

/**
 * Sends traces and the metrics of the context to an OpenTelemetry collector (OTLP over HTTP, JSON). If it is down, data is
 * lost and a warning appears once a minute; requests do not wait, and shutdown waits at most a second.
 */
const layer = (url: string, version: string) => {
  const options = (path: string) => ({
    url: `${url.replace(/\/+$/, "")}${path}`,
    resource: { serviceName: "backlot", serviceVersion: version },
    exportInterval: EXPORT_INTERVAL_MS,
    shutdownTimeout: SHUTDOWN_MS
  })
  const tracer = Layer.effect(Tracer.Tracer, Effect.map(Tracer.Tracer, withoutCauses))
  const traces = Layer.provideMerge(tracer, OtlpTracer.layer(options("/v1/traces")))
  return Layer.mergeAll(traces, OtlpMetrics.layer(options("/v1/metrics"))).pipe(
    Layer.provide(OtlpSerialization.layerJson),
    Layer.provide(client.pipe(Layer.provide(FetchHttpClient.layer))),
    // Debug logs of the exporters quote the collector's URL, which may contain a key.
    Layer.provide(Layer.effect(References.MinimumLogLevel, Effect.map(References.MinimumLogLevel, atLeastWarn))),
    // Only the program itself reads the environment.
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({})))
  )
}

/** A use case ends its span with its exit. The cause may quote a request, so only the failure itself is sent. */
const withoutCauses = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    ...tracer,
    span: (options) => {
      const span = tracer.span(options)
      const end = span.end.bind(span)
      return Object.assign(span, {
        end: (time: bigint, exit: Exit.Exit<unknown, unknown>) => end(time, Exit.isSuccess(exit) ? exit : FAILED)
      })
    }
  })

const atLeastWarn = (level: LogLevel.LogLevel): LogLevel.LogLevel =>
  LogLevel.isGreaterThan(level, "Warn") ? level : "Warn"

/** A client that warns if the collector cannot be reached or refuses. */
const client = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function* () {
    const inner = yield* HttpClient.HttpClient
    const clock = yield* Clock.Clock
    let silentUntilMs = Number.NEGATIVE_INFINITY
    const warn = (why: string) =>
      Effect.suspend(() => {
        const now = elapsedOf(clock)
        if (now < silentUntilMs) return Effect.void
        silentUntilMs = now + WARNING_INTERVAL_MS
        return Effect.annotateLogs(Effect.logWarning("Traces and metrics do not reach the collector"), { why })
      })
    return inner.pipe(
      HttpClient.tapError((error) => warn(error.reason._tag)),
      HttpClient.tap(({ status }) => (status < 400 ? Effect.void : warn(`it answered with ${status}`)))
    )
  })
)
