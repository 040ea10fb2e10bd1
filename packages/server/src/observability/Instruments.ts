/**
 * Counters, gauges and histograms of one server, as Effect metrics in a registry of their own: two servers in one
 * process do not mix their series.
 */
import { Context, Metric } from "effect"

export type Labels = Readonly<Record<string, string>>

export interface Counter {
  readonly add: () => void
}

export interface Histogram {
  readonly record: (value: number) => void
}

export interface Instruments {
  readonly counter: (name: string, description: string, labels?: Labels) => Counter
  /** Counters of one name by the value of a label. */
  readonly counters: (name: string, description: string, label: string) => (value: string) => Counter
  readonly gauge: (name: string, description: string, read: () => number, labels?: Labels) => void
  /** A counter that another part of the process keeps. */
  readonly total: (name: string, description: string, read: () => number) => void
  /** In seconds, by the boundaries below. */
  readonly durations: (name: string, description: string, labels?: Labels) => Histogram
  /** Holds the registry that exporters read. */
  readonly context: Context.Context<never>
}

export const make = (): Instruments => {
  const context: Context.Context<never> = Context.make(Metric.MetricRegistry, new Map())
  const updating = <State>(metric: Metric.Metric<number, State>) => {
    // Reading a series registers it, so that exporters show it before its first update.
    metric.valueUnsafe(context)
    return (value: number) => metric.updateUnsafe(value, context)
  }
  const counter: Instruments["counter"] = (name, description, attributes = {}) => {
    const update = updating(Metric.counter(name, { description, attributes, incremental: true }))
    return { add: () => update(1) }
  }
  return {
    context,
    counter,
    counters: (name, description, label) => {
      const known = new Map<string, Counter>()
      return (value) => {
        const found = known.get(value) ?? counter(name, description, { [label]: value })
        known.set(value, found)
        return found
      }
    },
    durations: (name, description, labels = {}) => {
      const attributes = { ...labels, unit: "s" }
      return { record: updating(Metric.histogram(name, { description, attributes, boundaries: SECONDS })) }
    },
    gauge: (name, description, read, attributes = {}) => {
      const metric = Metric.gauge(name, { description, attributes })
      Metric.registerUnsafe(metric, context, { ...PULLED, get: () => ({ value: read() }) })
    },
    total: (name, description, read) => {
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
