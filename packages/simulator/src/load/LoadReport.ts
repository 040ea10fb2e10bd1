/**
 * What a load came to: the one shape that tables, pages and comparisons are made from, and that `--report json` writes.
 * Times are real milliseconds; series have one element for each second since the load began, the warm-up among them.
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

const Figures = Schema.Struct({
  title: Schema.String,
  /** Steps that were counted, those that went wrong among them. */
  count: Schema.Int,
  errors: Schema.Int,
  by_kind: Schema.Record(Schema.String, Schema.Int),
  /** Sent more than `health.late_ms` after they were due. Earlier reports do not say it of each step. */
  late: Schema.Int.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0))),
  /** Per second: those that ended before the load did. */
  rate: Schema.Finite,
  /** From when the step was due until its answer: no wait is left out. */
  latency: Spread,
  /** From when the request was handed over until its answer. */
  service: Spread
})
export type Figures = typeof Figures.Type

const StepFigures = Schema.Struct({
  ...Figures.fields,
  /** Its position in the scenario, from 1. */
  number: Schema.Int,
  act: Schema.String,
  /** What thresholds may call it by, e.g. `use:/adopt animal:Dog`. */
  said: Schema.String
})
export type StepFigures = typeof StepFigures.Type

const Series = Schema.Struct({
  /** Steps that ended, and those of them that went wrong. */
  ended: Schema.Array(Schema.Int),
  errors: Schema.Array(Schema.Int),
  /** Plays that became due. */
  due: Schema.Array(Schema.Int),
  /** At the end of the second: virtual users at play, and requests without an answer. */
  playing: Schema.Array(Schema.Int),
  in_flight: Schema.Array(Schema.Int),
  /** Latency of the steps that ended; null where none did. */
  p50: Schema.Array(Schema.NullOr(Schema.Finite)),
  p95: Schema.Array(Schema.NullOr(Schema.Finite)),
  p99: Schema.Array(Schema.NullOr(Schema.Finite))
})
export type Series = typeof Series.Type

const Health = Schema.Struct({
  /** Share of one core that this process took, and of the time that its event loop was busy: 1 is all of it. */
  cpu: Schema.Finite,
  busy: Schema.Finite,
  /** How late the event loop ran timers: 99th percentile and most. */
  lag_p99_ms: Schema.Finite,
  lag_max_ms: Schema.Finite,
  /** Requests that the generator itself sent more than `late_ms` after they were due. */
  late: Schema.Int,
  late_ms: Schema.Finite,
  /** Arrivals that found all virtual users at play and had to wait; what never began is dropped. */
  waited: Schema.Int,
  dropped: Schema.Int,
  /** Sentences that say why these figures tell of the generator rather than of the server; empty where it kept up. */
  warnings: Schema.Array(Schema.String)
})
export type Health = typeof Health.Type

const Judged = Schema.Struct({
  name: Schema.String,
  wanted: Schema.String,
  /** As a person reads it. */
  found: Schema.String,
  met: Schema.Boolean
})
export type Judged = typeof Judged.Type

const ErrorKind = Schema.Struct({
  kind: Schema.String,
  count: Schema.Int,
  /** The first of them, e.g. `alice uses /adopt: no such command exists`. */
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
  /** Of what is counted. */
  measured_ms: Schema.Finite,
  /** Plays of the scenario that began, and that went through to their end. */
  plays: Schema.Struct({ began: Schema.Int, completed: Schema.Int }),
  total: Figures,
  steps: Schema.Array(StepFigures),
  errors: Schema.Array(ErrorKind),
  series: Series,
  health: Health,
  thresholds: Schema.Array(Judged)
}).annotate({ identifier: "LoadReport" })
export type LoadReport = typeof LoadReport.Type

/** 0: every threshold is met, and without thresholds something was counted. */
export const exitCodeOf = ({ thresholds, total }: LoadReport): 0 | 1 =>
  thresholds.every(({ met }) => met) && total.count > 0 ? 0 : 1
