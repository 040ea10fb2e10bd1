/**
 * Counters, gauges and histograms of one server. What happens on the way of a request only adds to plain numbers;
 * Effect's metrics read them when somebody looks. An update through a metric finds its series in a map by a key that
 * is text, every time; this costs a few nanoseconds.
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
  readonly gauge: (name: string, description: string, read: () => number, labels?: Labels) => void
  /** A counter that somebody else keeps. */
  readonly total: (name: string, description: string, read: () => number, labels?: Labels) => void
  /** In seconds, by the boundaries below. */
  readonly durations: (name: string, description: string, labels?: Labels) => Histogram
  /** Holds the registry that exporters read. */
  readonly context: Context.Context<never>
}

/** With a registry of its own, so that two servers in one process are told apart. */
export const make = (): Instruments => {
  const context: Context.Context<never> = Context.make(Metric.MetricRegistry, new Map())
  const total = (name: string, description: string, read: () => number, labels: Labels = {}) => {
    const metric = Metric.counter(name, { description, attributes: labels, incremental: true })
    Metric.registerUnsafe(metric, context, { ...PULLED, get: () => ({ count: read(), incremental: true }) })
  }
  return {
    context,
    total,
    counter: (name, description, labels) => {
      let count = 0
      total(name, description, () => count, labels)
      return {
        add: () => {
          count++
        }
      }
    },
    gauge: (name, description, read, labels = {}) => {
      const metric = Metric.gauge(name, { description, attributes: labels })
      Metric.registerUnsafe(metric, context, { ...PULLED, get: () => ({ value: read() }) })
    },
    durations: (name, description, labels = {}) => {
      const { record, state } = histogram()
      const metric = Metric.histogram(name, { description, attributes: { ...labels, unit: "s" }, boundaries: SECONDS })
      Metric.registerUnsafe(metric, context, { ...PULLED, get: state })
      return { record }
    }
  }
}

/** Nobody updates these through the metric. */
const PULLED = { update: () => undefined, modify: () => undefined }

/** Upper ends of the buckets, up to the longest that a request may take. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const histogram = () => {
  const counts = new Float64Array(SECONDS.length)
  let count = 0
  let sum = 0
  let min = 0
  let max = 0
  const record = (value: number) => {
    const bucket = SECONDS.findIndex((end) => value <= end)
    if (bucket >= 0) counts[bucket] = (counts[bucket] ?? 0) + 1
    min = count === 0 ? value : Math.min(min, value)
    max = count === 0 ? value : Math.max(max, value)
    count++
    sum += value
  }
  const state = (): Metric.HistogramState => {
    let below = 0
    const buckets = SECONDS.map((end, i): [number, number] => {
      below += counts[i] ?? 0
      return [end, below]
    })
    return { buckets, count, min, max, sum }
  }
  return { record, state }
}
