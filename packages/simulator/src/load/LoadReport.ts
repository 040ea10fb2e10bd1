/**
 * The result of a load. Tables, pages and comparisons are made from it, and `--report json` writes it. Times are real
 * milliseconds; series have one element per second since the load began, including the warm-up.
 */
import { Effect, Schema } from "effect"

const Spread = Schema.Struct({
  mean: Schema.Finite,
  p50: Schema.Finite,
  p90: Schema.Finite,
  p95: Schema.Finite,
  p99: Schema.Finite,
  "p99.9": Schema.Finite,
  max: Schema.Finite,
  histogram: Schema.String.annotate({
    description: "Every value in microseconds: a HdrHistogram, compressed, in base64; empty where there is none."
  })
})
export type Spread = typeof Spread.Type

/** The times that reports show, in this order. */
export const TIMES = ["p50", "p90", "p95", "p99", "p99.9", "max"] as const

const Figures = Schema.Struct({
  title: Schema.String,
  /** Counted steps, including failed ones. */
  count: Schema.Int,
  errors: Schema.Int,
  by_kind: Schema.Record(Schema.String, Schema.Int),
  /** Sent more than `health.late_ms` after they were due. Older reports lack it per step. */
  late: Schema.Int.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0))),
  /** Per second: steps that ended before the load did. */
  rate: Schema.Finite,
  /** From when the step was due to its answer; includes every wait. */
  latency: Spread,
  /** From when the request was handed over to its answer. */
  service: Spread
})
export type Figures = typeof Figures.Type

const StepFigures = Schema.Struct({
  ...Figures.fields,
  /** The position in the scenario, from 1. */
  number: Schema.Int,
  act: Schema.String,
  /** What thresholds may refer to, e.g. `use:/adopt animal:Dog`. */
  said: Schema.String
})

export const Series = Schema.Struct({
  /** Steps that ended, and how many of them failed. */
  ended: Schema.Array(Schema.Int),
  errors: Schema.Array(Schema.Int),
  /** Plays that became due. */
  due: Schema.Array(Schema.Int),
  /** At the end of the second: active virtual users, and requests without an answer. */
  playing: Schema.Array(Schema.Int),
  in_flight: Schema.Array(Schema.Int),
  /** Latency of the steps that ended; null if none did. */
  p50: Schema.Array(Schema.NullOr(Schema.Finite)),
  p95: Schema.Array(Schema.NullOr(Schema.Finite)),
  p99: Schema.Array(Schema.NullOr(Schema.Finite))
})
export type Series = typeof Series.Type
/** One element of each series. */
export type LoadSecond = { readonly [Name in keyof Series]: Series[Name][number] }

const Health = Schema.Struct({
  /**
   * The share of one core that this process used, and the share of time that its event loop was busy: 1 is all of it.
   */
  cpu: Schema.Finite,
  busy: Schema.Finite,
  /** How late the event loop ran timers: 99th percentile and maximum. */
  lag_p99_ms: Schema.Finite,
  lag_max_ms: Schema.Finite,
  /** Requests that the generator sent more than `late_ms` after they were due. */
  late: Schema.Int,
  late_ms: Schema.Finite,
  /** Arrivals that waited for a free virtual user; those that never began are dropped. */
  waited: Schema.Int,
  dropped: Schema.Int,
  /** Sentences that say why the figures describe the generator instead of the server; empty if it kept up. */
  warnings: Schema.Array(Schema.String)
})
export type Health = typeof Health.Type

const Judged = Schema.Struct({
  name: Schema.String,
  wanted: Schema.String,
  /** Formatted for people. */
  found: Schema.String,
  met: Schema.Boolean
})
export type Judged = typeof Judged.Type

const ErrorKind = Schema.Struct({
  kind: Schema.String,
  count: Schema.Int,
  /** The first one, e.g. `alice uses /adopt: no such command exists`. */
  example: Schema.String
})
export type ErrorKind = typeof ErrorKind.Type

export const LoadReport = Schema.Struct({
  backlot: Schema.Literal("load"),
  version: Schema.Literal(1),
  scenario: Schema.String,
  file: Schema.String,
  /** ISO 8601, real time. */
  began: Schema.String,
  seed: Schema.Int,
  server: Schema.String,
  model: Schema.Literals(["open", "closed"]),
  /** e.g. `200/s for 30s`. */
  plan: Schema.String,
  warmup_ms: Schema.Finite,
  /** The duration of what is counted. */
  measured_ms: Schema.Finite,
  /** Plays that began, and plays that reached their end. */
  plays: Schema.Struct({ began: Schema.Int, completed: Schema.Int }),
  total: Figures,
  steps: Schema.Array(StepFigures),
  errors: Schema.Array(ErrorKind),
  series: Series,
  health: Health,
  thresholds: Schema.Array(Judged)
}).annotate({ identifier: "LoadReport" })
export type LoadReport = typeof LoadReport.Type

/** Returns 0 if every threshold is met; without thresholds, if anything was counted. */
export const exitCodeOf = ({ thresholds, total }: LoadReport): 0 | 1 =>
  thresholds.every(({ met }) => met) && total.count > 0 ? 0 : 1
