/** Metrics of the process, with the names that Prometheus clients use. */
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { Effect } from "effect"
import type { Instruments } from "./Instruments.ts"

/** The time between two samples of the event loop. */
const RESOLUTION_MS = 50
const NANOS = 1e9

/** Watches the event loop until the scope closes. */
export const observeProcess = Effect.fnUntraced(function* (instruments: Instruments, version: string) {
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
