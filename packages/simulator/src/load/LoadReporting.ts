/** Builds the report from the meter. */
import { formatMillis } from "@backlot/scenario/Duration"
import { Record } from "effect"
import type { Histogram } from "hdr-histogram-js"
import { empty, merged, percentile, spreadOf } from "./Histograms.ts"
import type { LoadCourse } from "./LoadCourse.ts"
import type { LoadJob } from "./LoadJob.ts"
import { type LoadMeter, type StepMeter, sumOf } from "./LoadMeter.ts"
import { type Figures, type LoadReport, type LoadSecond, Series } from "./LoadReport.ts"
import { isCalled, type LoadStep } from "./LoadStep.ts"
import { judge } from "./Threshold.ts"

export interface Surroundings extends Pick<LoadReport, "began" | "seed" | "health" | "server"> {
  /** Thresholds that apps missed though nobody wrote them. */
  readonly misdeeds: LoadReport["thresholds"]
}

export const reportOf = (job: LoadJob, meter: LoadMeter, { misdeeds, ...around }: Surroundings): LoadReport => {
  const { course, thresholds } = job
  const measured_ms = course.duration_ms - course.warmup_ms
  const steps = stepsOf(job)
  const played = steps.flatMap((step, index) => {
    const own = meter.steps[index]
    return own === undefined || step.act === "wait" ? [] : [{ step, own }]
  })
  const plays = { began: meter.playsBegan, completed: meter.playsCompleted }
  const chosen = (word: string | undefined): ReadonlyArray<StepMeter> =>
    played.filter(({ step }) => word === undefined || isCalled(step, word)).map(({ own }) => own)
  return {
    ...{ backlot: "load", version: 1, scenario: job.scenario, file: job.file, ...around },
    ...{ model: course.model, plan: planText(course), warmup_ms: course.warmup_ms, measured_ms, plays },
    total: figuresOf("all steps", chosen(undefined), measured_ms),
    steps: played.map(({ step: { title, number, act, said }, own }) => ({
      ...{ ...figuresOf(title, [own], measured_ms), number, act, said }
    })),
    errors: [...meter.examples.values()].sort((a, b) => b.count - a.count),
    series: seriesOf(meter.seconds),
    thresholds: [
      ...misdeeds,
      ...thresholds.map((threshold) => {
        const own = chosen(threshold.steps)
        const figures = figuresOf("", own, measured_ms)
        return judge(threshold, { plays, health: around.health }, figures, (of) => timeOf(own, of))
      })
    ]
  }
}

/** e.g. `200/s for 30s`, `0/s → 100/s in 10s, 100/s for 20s, at most 50 at once`. */
export const planText = ({ model, segments, most, think }: LoadCourse): string => {
  const level = (value: number) =>
    model === "open" ? `${round(value)}/s` : `${round(value)} ${round(value) === 1 ? "user" : "users"}`
  const parts = segments
    .filter(({ ms }) => ms > 0)
    .map(({ from, to, ms }) =>
      from === to ? `${level(from)} for ${formatMillis(ms)}` : `${level(from)} → ${level(to)} in ${formatMillis(ms)}`
    )
  const { min_ms, max_ms } = think
  const paused = min_ms === max_ms ? formatMillis(min_ms) : `${formatMillis(min_ms)} to ${formatMillis(max_ms)}`
  return [
    parts.join(", "),
    ...(model === "open" ? [`at most ${most} at once`] : []),
    ...(max_ms > 0 ? [`thinking ${paused}`] : [])
  ].join("; ")
}

const round = (value: number): number => Math.round(value * 100) / 100

/** The steps of the longest row; the values of the first row stand for all. */
const stepsOf = ({ rows }: LoadJob): ReadonlyArray<LoadStep> =>
  rows.reduce((longest, row) => (row.length > longest.length ? row : longest))

const figuresOf = (title: string, meters: ReadonlyArray<StepMeter>, measured_ms: number): Figures => {
  const by_kind: Record<string, number> = {}
  for (const { byKind } of meters) for (const [kind, count] of byKind) by_kind[kind] = (by_kind[kind] ?? 0) + count
  return {
    ...{ title, count: sumOf(meters, "count"), errors: sumOf(meters, "errors"), by_kind, late: sumOf(meters, "late") },
    rate: sumOf(meters, "inTime") / (measured_ms / 1000),
    latency: spreadOf(together(meters, "latency")),
    service: spreadOf(together(meters, "service"))
  }
}

const together = (meters: ReadonlyArray<StepMeter>, which: "latency" | "service"): Histogram => {
  const [only, ...more] = meters
  return only === undefined ? empty() : more.length === 0 ? only[which] : merged(meters.map((meter) => meter[which]))
}

/** `p95`, `service.p99.9`, `mean`, `max`. */
const timeOf = (meters: ReadonlyArray<StepMeter>, of: string): number => {
  const [, service, measure = ""] = /^(service\.)?(.+)$/.exec(of) ?? []
  const histogram = together(meters, service === undefined ? "latency" : "service")
  if (measure === "mean") return histogram.mean / 1000
  return percentile(histogram, measure === "max" ? 100 : Number(measure.slice(1)))
}

const seriesOf = (seconds: ReadonlyArray<LoadSecond>): Series =>
  // `map` forgets which series has which elements.
  Record.map(Series.fields, (_, name) => seconds.map((second) => second[name])) as Series
