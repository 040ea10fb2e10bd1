/** Formats a load report for a terminal. */
import { clip } from "@backlot/scenario/match/DescribeValue"
import { countText, millisText, percentText, rateText, shareOf, tableOf } from "./LoadNumbers.ts"
import { type Figures, type LoadReport, type Spread, TIMES } from "./LoadReport.ts"

/** The whole report; ends in a line break. */
export const textOf = (report: LoadReport): string => {
  const { scenario, plan, model, warmup_ms, measured_ms, plays, total, steps, health } = report
  const share = shareOf(total.errors, total.count)
  return [
    `${scenario}: ${plan}`,
    `${LATENCY[model]}${warmup_ms > 0 ? `; the first ${millisText(warmup_ms)} not counted` : ""}`,
    "",
    ...tableOf([HEAD, ...steps.map(rowOf), ...(steps.length > 1 ? [rowOf(total)] : [])]),
    "",
    `${countText(total.count)} steps in ${millisText(measured_ms)}, ${rateText(total.rate)}; ${countText(total.errors)} failed (${percentText(share)})`,
    `${countText(plays.began)} plays began, ${countText(plays.completed)} completed`,
    ...(total.count === 0 ? [] : [`from sending to the answer, without earlier waits: ${spreadLine(total.service)}`]),
    ...errorLines(report),
    ...healthLines(health),
    ...thresholdLines(report),
    ""
  ].join("\n")
}

/** Warnings that apply to the times are printed next to them. */
export const LATENCY: Readonly<Record<LoadReport["model"], string>> = {
  open: "times run from when a step was due to its answer: a stalled server delays every step that was due meanwhile",
  closed:
    "times run from when a virtual user sent a step to its answer: while a server stalls, no user sends more, so give a rate where that matters"
}

const HEAD = ["step", "count", "rate", "errors", ...TIMES]
const TITLE_MAX = 48

const rowOf = ({ title, count, rate, errors, latency }: Figures): ReadonlyArray<string> => [
  clip(title, TITLE_MAX),
  countText(count),
  rateText(rate),
  countText(errors),
  ...TIMES.map((of) => (count === 0 ? "–" : millisText(latency[of])))
]

const spreadLine = (spread: Spread): string =>
  (["p50", "p95", "p99", "max"] as const).map((of) => `${of} ${millisText(spread[of])}`).join(", ")

const errorLines = ({ errors }: LoadReport): ReadonlyArray<string> => {
  if (errors.length === 0) return []
  const counts = tableOf(errors.map(({ kind, count }) => [kind, countText(count)]))
  return ["", "errors", ...errors.map(({ example }, index) => `  ${counts[index]}  ${clip(example, EXAMPLE_MAX)}`)]
}

const EXAMPLE_MAX = 160

const healthLines = ({ cpu, busy, lag_p99_ms, warnings }: LoadReport["health"]): ReadonlyArray<string> => [
  "",
  `generator: ${percentText(cpu)} of a core, busy ${percentText(busy)}, timers late by ${millisText(lag_p99_ms)} (p99)`,
  ...(warnings.length === 0 ? [] : ["", "!!! READ THESE FIGURES WITH CARE", ...warnings.map((text) => `!!! ${text}`)])
]

const thresholdLines = ({ thresholds }: LoadReport): ReadonlyArray<string> => {
  if (thresholds.length === 0) return []
  const rows = thresholds.map(({ name, wanted, found, met }) => [`${met ? "✓" : "✗"} ${name}`, wanted, found])
  const missed = thresholds.filter(({ met }) => !met).length
  return [
    "",
    ...tableOf([["  threshold", "wanted", "found"], ...rows]),
    missed === 0 ? "all thresholds are met" : `${missed} of ${thresholds.length} thresholds missed`
  ]
}
