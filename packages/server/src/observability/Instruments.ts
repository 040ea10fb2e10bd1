/** Counters, gauges and histograms of one server, as Effect metrics in a registry of their own. */
import { Context, Metric } from "effect"

type Labels = Readonly<Record<string, string>>

/** Adds one. */
export type Counter = () => void

export type Instruments = ReturnType<typeof make>

export const make = () => {
  /** Holds the registry that exporters read. */
  const context: Context.Context<never> = Context.make(Metric.MetricRegistry, new Map())
  const updating = <State>(metric: Metric.Metric<number, State>) => {
    // Reading a series registers it, so that exporters show it before its first update.
    metric.valueUnsafe(context)
    return (value: number) => metric.updateUnsafe(value, context)
  }
  const counter = (name: string, description: string, attributes: Labels = {}): Counter => {
    const update = updating(Metric.counter(name, { description, attributes, incremental: true }))
    return () => update(1)
  }
  return {
    context,
    counter,
    /** Counters of one name by the value of a label. */
    counters: (name: string, description: string, label: string) => {
      const known = new Map<string, Counter>()
      return (value: string): Counter => {
        const found = known.get(value) ?? counter(name, description, { [label]: value })
        known.set(value, found)
        return found
      }
    },
    /** Records seconds, by the boundaries below. */
    durations: (name: string, description: string, labels: Labels = {}) => {
      const attributes = { ...labels, unit: "s" }
      return updating(Metric.histogram(name, { description, attributes, boundaries: SECONDS }))
    },
    gauge: (name: string, description: string, read: () => number, attributes: Labels = {}) => {
      const metric = Metric.gauge(name, { description, attributes })
      Metric.registerUnsafe(metric, context, { ...PULLED, get: () => ({ value: read() }) })
    },
    /** A counter that another part of the process keeps. */
    total: (name: string, description: string, read: () => number) => {
      const metric = Metric.counter(name, { description, incremental: true })
      Metric.registerUnsafe(metric, context, { ...PULLED, get: () => ({ count: read(), incremental: true }) })
    }
  }
}

/** Series that are only read. */
const PULLED = { update: () => undefined, modify: () => undefined }

/** Upper ends of the buckets, up to the longest that a request may take. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Without a server, as in commands on a data file, the default counts and nothing reads it. */
export class Observation extends Context.Reference<{
  readonly instruments: Instruments
  /** If false, no span is made. */
  readonly tracing: boolean
}>("@backlot/server/Observation", {
  defaultValue: () => ({ instruments: make(), tracing: false })
}) {}
