/**
 * Compares two loads and decides whether the second is worse. Only changes beyond the noise count: times by more than a
 * tenth, more than a millisecond and more than the runs vary from second to second; throughput by more than a tenth;
 * errors by more than a hundredth of the steps. Figures that depend on a changed plan are shown, not judged. Our
 * choice: docs/choices.md "Load".
 */
import { clip } from "@backlot/scenario/match/DescribeValue"
import { Result, Schema } from "effect"
import { countText, millisText, percentText, rateText, sentences, shareOf, tableOf } from "./LoadNumbers.ts"
import { type Figures, LoadReport, type Series, TIMES } from "./LoadReport.ts"

export interface Change {
  /** `all steps`, or the title of a step. */
  readonly of: string
  readonly measure: string
  readonly before: string
  readonly after: string
  /** Relative: 0.1 is a tenth more. For errors, the difference of the shares. */
  readonly change: number
  readonly verdict: Verdict
}

/** `same` is within the noise; `unjudged` when the plans themselves differ in it. */
type Verdict = "better" | "worse" | "same" | "unjudged"

export interface Comparison {
  readonly changes: ReadonlyArray<Change>
  /** Reasons why the two are hard to compare: other plans, other steps, a generator that did not keep up. */
  readonly remarks: ReadonlyArray<string>
}

/** Reads a report written by `--report json`; the failure is one line for people. */
export const readReport = (text: string): Result.Result<LoadReport, string> => {
  const value = Result.try(() => JSON.parse(text))
  if (Result.isFailure(value)) return Result.fail("it is not JSON")
  return Result.mapError(decode(value.success), (error) => `it is not a load report: ${error.message}`)
}

const decode = Schema.decodeUnknownResult(LoadReport)

export const NOISE = { share: 0.1, ms: 1, errors: 0.01 } as const

export const compare = (before: LoadReport, after: LoadReport): Comparison => {
  const steps = after.steps.flatMap((step) => {
    const known = before.steps.find(({ title }) => title === step.title)
    return known === undefined ? [] : [{ before: known, after: step }]
  })
  const pairs = steps.length > 1 ? steps : []
  const judged: Judged = {
    noise: Math.max(NOISE.share, spreadIn(before.series, before), spreadIn(after.series, after)),
    times: before.model === after.model,
    rates: before.plan === after.plan
  }
  return {
    changes: [{ before: before.total, after: after.total }, ...pairs].flatMap((pair) => changesOf(pair, judged)),
    remarks: remarksOn(before, after)
  }
}

/** Returns 1 if a figure is worse beyond the noise. */
export const exitCodeOf = (comparison: Comparison): 0 | 1 => (worseOf(comparison).worse > 0 ? 1 : 0)

/** How many figures are judged, and how many are worse. */
export const worseOf = ({ changes }: Comparison): { readonly worse: number; readonly judged: number } => ({
  worse: changes.filter(({ verdict }) => verdict === "worse").length,
  judged: changes.filter(({ verdict }) => verdict !== "unjudged").length
})

/** A table and a verdict; ends in a line break. */
export const comparisonText = (comparison: Comparison): string => {
  const { changes, remarks } = comparison
  const rows = changes.map((change) => [
    ...[clip(change.of, TITLE_MAX), change.measure, change.before, change.after],
    ...[changeText(change), VERDICTS[change.verdict]]
  ])
  const { worse, judged } = worseOf(comparison)
  return [
    ...tableOf([["of", "measure", "before", "after", "change", ""], ...rows]),
    "",
    ...remarks.map((remark) => `note: ${remark}`),
    worse === 0 ? "nothing is worse beyond the noise" : `${worse} of ${judged} figures are worse beyond the noise`,
    ""
  ].join("\n")
}

/** e.g. `+12.3%`. */
export const changeText = ({ change }: Change): string => `${change >= 0 ? "+" : "−"}${percentText(Math.abs(change))}`

const TITLE_MAX = 40
export const MARKS = { better: "▲", worse: "▼" } as const

const VERDICTS: Readonly<Record<Verdict, string>> = {
  better: `${MARKS.better} better`,
  worse: `${MARKS.worse} worse`,
  same: "",
  unjudged: "not judged"
}

/** What can be judged, and the share above which a change is not noise. */
interface Judged {
  readonly noise: number
  /** The open and the closed model measure times from different moments. */
  readonly times: boolean
  /** A plan sets the rate. */
  readonly rates: boolean
}

const changesOf = ({ before, after }: { readonly before: Figures; readonly after: Figures }, judged: Judged) => {
  type Pair = readonly [before: number, after: number]
  const changeOf = (measure: string, text: (n: number) => string, [a, b]: Pair, change: number, verdict: Verdict) => {
    return { of: after.title, measure, before: text(a), after: text(b), change, verdict }
  }
  // Without plays there are neither times nor errors.
  const isBoth = before.count > 0 && after.count > 0
  const times = (isBoth ? TIMES : []).map((measure) => {
    const [a, b] = [before.latency[measure], after.latency[measure]]
    const change = relative(a, b)
    // One slow answer decides the maximum; it says nothing about the others.
    const isNoise = measure === "max" || Math.abs(b - a) <= NOISE.ms || Math.abs(change) <= judged.noise
    return changeOf(measure, millisText, [a, b], change, verdictOf(judged.times, isNoise, b > a))
  })
  const rate = relative(before.rate, after.rate)
  // No plan explains a step that is no longer played.
  const rateVerdict = verdictOf(judged.rates || !isBoth, Math.abs(rate) <= NOISE.share, rate < 0)
  const errors = [shareOf(before.errors, before.count), shareOf(after.errors, after.count)] as const
  const more = errors[1] - errors[0]
  const errorVerdict = verdictOf(true, Math.abs(more) <= NOISE.errors, more > 0)
  return [
    ...times,
    changeOf("rate", rateText, [before.rate, after.rate], rate, rateVerdict),
    ...(isBoth ? [changeOf("errors", percentText, errors, more, errorVerdict)] : [])
  ]
}

const verdictOf = (isJudged: boolean, isNoise: boolean, isWorse: boolean): Verdict =>
  !isJudged ? "unjudged" : isNoise ? "same" : isWorse ? "worse" : "better"

const relative = (a: number, b: number): number => (a === 0 ? (b === 0 ? 0 : 1) : b / a - 1)

/** The variation of the medians per second: half the distance between the quartiles, relative to the median. */
const spreadIn = ({ p50 }: Series, { warmup_ms }: LoadReport): number => {
  const counted = p50.slice(Math.ceil(warmup_ms / 1000)).filter((ms) => ms !== null)
  const sorted = counted.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return at(0.5) === 0 ? 0 : (at(0.75) - at(0.25)) / 2 / at(0.5)
}

const remarksOn = (before: LoadReport, after: LoadReport): ReadonlyArray<string> => {
  const titles = (report: LoadReport) => report.steps.map(({ title }) => title).join("\n")
  const [count, countNow] = [before.total.count, after.total.count]
  return sentences([
    [before.scenario !== after.scenario, `other scenarios: ${before.scenario}, then ${after.scenario}`],
    [
      before.plan !== after.plan,
      `other plans: ${before.plan}, then ${after.plan}; a plan sets its rate, so rates are not judged`
    ],
    [
      before.model !== after.model,
      "other models: times of users and of arrivals are from other moments, so they are not judged"
    ],
    [titles(before) !== titles(after), "other steps: only those with the same name are compared"],
    [before.health.warnings.length > 0, "the generator of the first did not keep up: see its report"],
    [after.health.warnings.length > 0, "the generator of the second did not keep up: see its report"],
    [
      count < FEW || countNow < FEW,
      `few steps (${countText(count)} and ${countText(countNow)}): p99 and above say little`
    ]
  ])
}

const FEW = 1_000
