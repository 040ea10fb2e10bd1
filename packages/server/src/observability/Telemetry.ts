/**
 * Sends traces and metrics to an OpenTelemetry collector (OTLP over HTTP, JSON). If the collector is down, data is lost
 * and a warning appears once a minute; requests do not wait, and shutdown waits at most a second.
 */
import { Clock, ConfigProvider, Effect, Exit, Layer, LogLevel, References, Tracer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import { FAILED } from "./Spans.ts"

export interface TelemetryOptions {
  /** Base URL of the collector. */
  readonly url: string
  readonly version: string
}

/** Real milliseconds. */
const SHUTDOWN_MS = 1_000
const EXPORT_INTERVAL_MS = 1_000
const WARNING_INTERVAL_MS = 60_000

/** The tracer, and an exporter of the metric registry in the context. */
export const layer = ({ url, version }: TelemetryOptions) => {
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
    let silentUntilMs = 0
    const warn = (why: string) =>
      Effect.suspend(() => {
        const now = clock.currentTimeMillisUnsafe()
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
