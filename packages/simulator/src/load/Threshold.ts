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
import { Array as Lists, Result, Struct } from "effect"
import type { LoadFault } from "./LoadFault.ts"
import { millisText, percentText } from "./LoadNumbers.ts"
import type { Figures, Judged, LoadReport } from "./LoadReport.ts"

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
export const thresholdsOf = (written: Readonly<Record<string, string>>, knows: (steps: string) => boolean) => {
  const read = Object.entries(written).map(([name, wanted]) => readOne(name, wanted, knows))
  const [thresholds, faults] = Lists.separate(read)
  return faults.length > 0 ? Result.fail(faults) : Result.succeed(thresholds)
}

/** `figures` are those of its steps; `timeOf` returns one of their times, in milliseconds. */
export const judge = (
  { name, wanted, measure, of, sign, bound, isShare }: Threshold,
  report: Pick<LoadReport, "health" | "plays">,
  figures: Figures,
  timeOf: (of: string) => number
): Judged => {
  const base = measure === "dropped" ? report.plays.began + report.health.dropped : figures.count
  // Without plays there are neither times nor errors.
  if (base === 0 && measure !== "count") return { name, wanted, found: "nothing was counted", met: false }
  const value = measure === "time" ? timeOf(of) : countOf(measure, of, figures, report)
  const found = isShare ? value / base : value
  return { name, wanted, found: shown(measure, isShare, found), met: HOLDS[sign](found, bound) }
}

const countOf = (
  measure: Exclude<Measure, "time">,
  of: string,
  figures: Figures,
  { health }: Pick<LoadReport, "health">
): number => {
  if (measure === "errors") return of === "" ? figures.errors : kindsOf(figures, of)
  return measure === "dropped" ? health.dropped : figures[measure]
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

interface MeasureKind {
  readonly pattern: RegExp
  /** Units with their factors. */
  readonly units: Readonly<Record<string, number>>
  /** The sign of a threshold without one. */
  readonly sign: Sign
  readonly example: string
}

const SHARES = { "": 1, "%": 0.01 }
const TIME = /^(?:service\.)?(?:p\d{1,2}(?:\.\d+)?|p100|mean|max)$/

const MEASURES = {
  time: { pattern: TIME, units: { ms: 1, s: 1000 }, sign: "<=", example: "< 50ms" },
  errors: { pattern: /^errors(?::(.+))?$/, units: SHARES, sign: "<=", example: "< 1% or 0" },
  rate: { pattern: /^rate$/, units: { "/s": 1, "/m": 1 / 60 }, sign: ">=", example: "> 100/s" },
  count: { pattern: /^count$/, units: { "": 1 }, sign: ">=", example: "> 1000" },
  late: { pattern: /^late$/, units: SHARES, sign: "<=", example: "< 1%" },
  dropped: { pattern: /^dropped$/, units: SHARES, sign: "<=", example: "0" }
} as const satisfies Readonly<Record<string, MeasureKind>>
type Measure = keyof typeof MEASURES

const WANTED = /^(<=|>=|<|>|=)?\s*(\d+(?:\.\d+)?)\s*(ms|s|%|\/s|\/m|)$/
const NAME = /^(?:(.+)\s)?(\S+)$/

/** Kinds of failed steps: see Implied, LoadPlay, LoadWire and LoadPlayer. Refusals and HTTP statuses have a suffix. */
const ERROR_KINDS: ReadonlyArray<string> = [
  ...[...UNEXPECTED_KINDS, "connection", "unanswered", "expectation", "unplayable"],
  ...REFUSALS.map((reason) => `refused:${reason}`)
]

/** Combinations of words that make no sense. */
const whyNot = (measure: Measure, of: string, steps: string | undefined): string | undefined => {
  if (measure === "dropped" && steps !== undefined) return `plays are dropped, not steps: leave "${steps}" out`
  if (measure !== "errors" || of === "" || ERROR_KINDS.includes(of) || /^http:\d{3}$/.test(of)) return undefined
  return `"${of}" is not a kind of error: ${ERROR_KINDS.join(", ")}, or http:500`
}

type Known = (steps: string) => boolean

const readOne = (name: string, wanted: string, knows: Known): Result.Result<Threshold, LoadFault> => {
  const fail = (message: string) => Result.fail({ path: `load.thresholds["${name}"]`, message })
  const [, steps, word = ""] = NAME.exec(name.trim()) ?? []
  const measure = Struct.keys(MEASURES).find((one) => MEASURES[one].pattern.test(word))
  if (measure === undefined)
    return fail(
      `"${word}" is not a measure: p50, p95, p99.9, mean, max, service.p95, errors, rate, count, late or dropped`
    )
  if (steps !== undefined && !knows(steps)) return fail(`no step of the load is called "${steps}"`)
  const { pattern, units, example, sign: usual }: MeasureKind = MEASURES[measure]
  const of = measure === "errors" ? (pattern.exec(word)?.[1] ?? "") : word
  const why = whyNot(measure, of, steps)
  if (why !== undefined) return fail(why)
  const [, sign, number = "", unit = ""] = WANTED.exec(wanted.trim()) ?? []
  const factor = units[unit]
  if (number === "" || factor === undefined) return fail(`"${wanted}" does not fit ${word}: write ${example}`)
  return Result.succeed({
    ...{ name, wanted, steps, measure, of },
    // The pattern allows only signs.
    sign: (sign as Sign | undefined) ?? usual,
    bound: Number(number) * factor,
    isShare: unit === "%"
  })
}
