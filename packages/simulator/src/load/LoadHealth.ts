/** Measures the load generator itself, and warns when the figures describe the generator instead of the server. */
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import type { LoadCourse } from "./LoadCourse.ts"
import { LATE_MS, type LoadMeter, sumOf } from "./LoadMeter.ts"
import { countText, percentText, sentences, shareOf } from "./LoadNumbers.ts"
import type { Health } from "./LoadReport.ts"

/** Of this process since the probe was made. */
export type Strain = Pick<Health, "cpu" | "busy" | "lag_p99_ms" | "lag_max_ms">

const RESOLUTION_MS = 10

/** `elapsed`: milliseconds of real time. */
export const probe = (elapsed: () => number) => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const now = () => ({ began: elapsed(), cpu: process.cpuUsage(), busy: performance.eventLoopUtilization() })
  let { began, cpu, busy } = now()
  // The monitor measures from turn to turn, which includes its own resolution.
  const lag = (nanos: number) => Math.max(0, nanos / 1e6 - RESOLUTION_MS)
  return {
    /** Starts measuring anew. */
    restart: (): void => {
      delays.reset()
      ;({ began, cpu, busy } = now())
    },
    /** Ends the measurement. */
    read: (): Strain => {
      delays.disable()
      const { user, system } = process.cpuUsage(cpu)
      return {
        cpu: (user + system) / 1000 / Math.max(1, elapsed() - began),
        busy: performance.eventLoopUtilization(busy).utilization,
        lag_p99_ms: delays.count === 0 ? 0 : lag(delays.percentile(99)),
        lag_max_ms: delays.count === 0 ? 0 : lag(delays.max)
      }
    }
  }
}

/**
 * Above these shares the generator did not follow the plan, or may have distorted the measurement. Our choice:
 * docs/choices.md "Load".
 */
export const STRAINED = { late: 0.01, busy: 0.9, cpu: 0.7, lagMs: 50 } as const

export const healthOf = (strain: Strain, meter: LoadMeter, { model, most }: LoadCourse, connections: number) => {
  const { waited, dropped, playsBegan, mostInFlight, steps } = meter
  const [late, sent] = [sumOf(steps, "late"), sumOf(steps, "count")]
  const shared = strain.cpu < STRAINED.cpu
  const others = ` and got only ${percentText(strain.cpu)} of a core: other programs took the rest`
  const warnings = sentences([
    [
      strain.busy > STRAINED.busy,
      `the generator was busy ${percentText(strain.busy)} of the time${shared ? others : ""}: it is at its limit, and the times are partly its own`
    ],
    [
      shareOf(late, sent) > STRAINED.late,
      `${countText(late)} of ${countText(sent)} steps (${percentText(shareOf(late, sent))}) were sent more than ${LATE_MS} ms after they were due`
    ],
    [
      strain.lag_p99_ms > STRAINED.lagMs,
      `timers of the generator were up to ${Math.round(strain.lag_p99_ms)} ms late (99 of 100)`
    ],
    [
      model === "open" && waited > 0,
      `${countText(waited)} of ${countText(playsBegan + dropped)} plays had to wait because all ${countText(most)} virtual users were at play: ` +
        "the server answers too slowly for this rate, or `users` is too low for it"
    ],
    [dropped > 0, `${countText(dropped)} plays that were due never began`],
    [
      mostInFlight > connections,
      `up to ${countText(mostInFlight)} requests shared ${countText(connections)} connections`
    ]
  ])
  return { ...strain, late, late_ms: LATE_MS, waited, dropped, warnings }
}
