/**
 * Thresholds decide whether a load passes: `{ p95: < 50ms, errors: < 1%, rate: "> 100/s" }` applies to all steps;
 * words before the measure select steps: `use:/adopt p99: < 80ms`. Source: product.md "Scenario files" (thresholds). The
 * grammar is our choice: docs/choices.md "Load".
 *
 * ```
 * name    = [ steps SP ] measure
 * steps   = the name of a step / act / act ":" beginning of its text    ; of several all count together
 * measure = [ "service." ] ( "p" number / "mean" / "max" ) / "errors" [ ":" kind ] / "rate" / "count" / "late" / "dropped"
 * kind    = one of ERROR_KINDS / "refused:" reason / "http:" status
 * wanted  = [ "<" / "<=" / ">" / ">=" / "=" ] number [ "ms" / "s" / "%" / "/s" / "/m" ]
 * ```
 *
 * The default sign is `<=` for times, errors, late and dropped, and `>=` for rate and count. If nothing was counted, only
 * `count` can be met.
 */
import { UNEXPECTED_KINDS } from "@backlot/player/judge/Implied"
import { REFUSALS } from "@backlot/scenario/Expectation"
import { Result } from "effect"
import type { LoadFault } from "./LoadFault.ts"
import { millisText, percentText } from "./LoadNumbers.ts"
import type { Figures, Judged, LoadReport } from "./LoadReport.ts"

type Measure = "time" | "errors" | "rate" | "count" | "late" | "dropped"
type Sign = "<" | "<=" | ">" | ">=" | "="

export interface Threshold {
  readonly name: string
  readonly wanted: string
  /** The steps it applies to; undefined means all. */
  readonly steps: string | undefined
  readonly measure: Measure
  /** `p95`, `service.max`; for errors the kind. */
  readonly of: string
  readonly sign: Sign
  /** Milliseconds, per second, a count, or with `%` a share from 0 to 1. */
  readonly bound: number
  readonly isShare: boolean
}

/** Parses the thresholds of a plan; `knows` says whether a word refers to a step of the scenario. */
export const thresholdsOf = (
  written: Readonly<Record<string, string>>,
  knows: (steps: string) => boolean
): Result.Result<ReadonlyArray<Threshold>, ReadonlyArray<LoadFault>> => {
  const read = Object.entries(written).map(([name, wanted]) => readOne(name, wanted, knows))
  const faults = read.filter(Result.isFailure).map(({ failure }) => failure)
  return faults.length > 0 ? Result.fail(faults) : Result.succeed(read.filter(Result.isSuccess).map((it) => it.success))
}

/** `valueAt` returns a percentile of the figures, in milliseconds. */
export const judge = (
  { name, wanted, measure, of, sign, bound, isShare, steps }: Threshold,
  report: Pick<LoadReport, "health" | "plays">,
  figuresOf: (steps: string | undefined) => Figures,
  valueAt: (figures: Figures, of: string) => number
): Judged => {
  const figures = figuresOf(steps)
  const base = measure === "dropped" ? report.plays.began + report.health.dropped : figures.count
  // Without plays there are neither times nor errors.
  if (base === 0 && measure !== "count") return { name, wanted, found: "nothing was counted", met: false }
  const count = countOf(measure, of, figures, report)
  const found = measure === "time" ? valueAt(figures, of) : isShare ? count / base : count
  return { name, wanted, found: shown(measure, isShare, found), met: HOLDS[sign](found, bound) }
}

const countOf = (measure: Measure, of: string, figures: Figures, { health }: Pick<LoadReport, "health">): number => {
  switch (measure) {
    case "errors":
      return of === "" ? figures.errors : kindsOf(figures, of)
    case "rate":
      return figures.rate
    case "late":
      return figures.late
    case "dropped":
      return health.dropped
    default:
      return figures.count
  }
}

/** `errors:refused` counts every refusal reason. */
const kindsOf = ({ by_kind }: Figures, kind: string): number =>
  Object.entries(by_kind).reduce((sum, [name, n]) => (name === kind || name.startsWith(`${kind}:`) ? sum + n : sum), 0)

const shown = (measure: Measure, isShare: boolean, found: number): string => {
  if (measure === "time") return millisText(found)
  if (isShare) return percentText(found)
  return measure === "rate" ? `${found.toFixed(1)}/s` : String(found)
}

const HOLDS: Readonly<Record<Sign, (found: number, bound: number) => boolean>> = {
  "<": (found, bound) => found < bound,
  "<=": (found, bound) => found <= bound,
  ">": (found, bound) => found > bound,
  ">=": (found, bound) => found >= bound,
  "=": (found, bound) => found === bound
}

/** The units of each measure, with their factors. */
const UNITS: Readonly<Record<Measure, Readonly<Record<string, number>>>> = {
  time: { ms: 1, s: 1000 },
  errors: { "": 1, "%": 0.01 },
  late: { "": 1, "%": 0.01 },
  dropped: { "": 1, "%": 0.01 },
  rate: { "/s": 1, "/m": 1 / 60 },
  count: { "": 1 }
}

const WANTED = /^(<=|>=|<|>|=)?\s*(\d+(?:\.\d+)?)\s*(ms|s|%|\/s|\/m|)$/
const NAME = /^(?:(.+)\s)?(\S+)$/
const MEASURES: ReadonlyArray<readonly [RegExp, Measure]> = [
  [/^(?:service\.)?(?:p\d{1,2}(?:\.\d+)?|p100|mean|max)$/, "time"],
  [/^errors(?::(.+))?$/, "errors"],
  [/^rate$/, "rate"],
  [/^count$/, "count"],
  [/^late$/, "late"],
  [/^dropped$/, "dropped"]
]

/** Kinds of failed steps: see Implied, LoadJudge, LoadWire and LoadPlayer. Refusals and HTTP statuses have a suffix. */
const ERROR_KINDS: ReadonlyArray<string> = [
  ...[...UNEXPECTED_KINDS, "connection", "unanswered", "expectation", "unplayable"],
  ...REFUSALS.map((reason) => `refused:${reason}`)
]

/** Combinations of words that make no sense. */
const whyNot = (measure: Measure, of: string, steps: string | undefined): string | undefined => {
  if (measure === "dropped" && steps !== undefined) return `plays are dropped, not steps: leave "${steps}" out`
  if (measure !== "errors" || of === "" || ERROR_KINDS.includes(of) || /^http:\d{3}$/.test(of)) return undefined
  return `"${of}" is no kind of error: ${ERROR_KINDS.join(", ")}, or http:500`
}

const readOne = (
  name: string,
  wanted: string,
  knows: (steps: string) => boolean
): Result.Result<Threshold, LoadFault> => {
  const fail = (message: string) => Result.fail({ path: `load.thresholds["${name}"]`, message })
  const [, steps, word = ""] = NAME.exec(name.trim()) ?? []
  const found = MEASURES.find(([pattern]) => pattern.test(word))
  if (found === undefined)
    return fail(
      `"${word}" is no measure: p50, p95, p99.9, mean, max, service.p95, errors, rate, count, late or dropped`
    )
  if (steps !== undefined && !knows(steps)) return fail(`no step of the load is called "${steps}"`)
  const [pattern, measure] = found
  const of = measure === "errors" ? (pattern.exec(word)?.[1] ?? "") : word
  const why = whyNot(measure, of, steps)
  if (why !== undefined) return fail(why)
  const [, sign, number = "", unit = ""] = WANTED.exec(wanted.trim()) ?? []
  const factor = UNITS[measure][unit]
  if (number === "" || factor === undefined) return fail(`"${wanted}" does not fit ${word}: write ${EXAMPLES[measure]}`)
  const isLeast = measure === "rate" || measure === "count"
  return Result.succeed({
    name,
    wanted,
    steps,
    measure,
    of,
    // The pattern allows only signs.
    sign: (sign as Sign | undefined) ?? (isLeast ? ">=" : "<="),
    bound: Number(number) * factor,
    isShare: unit === "%"
  })
}

const EXAMPLES: Readonly<Record<Measure, string>> = {
  time: "< 50ms",
  errors: "< 1% or 0",
  rate: "> 100/s",
  count: "> 1000",
  late: "< 1%",
  dropped: "0"
}
