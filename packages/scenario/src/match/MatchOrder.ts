/** Ordering of numbers, durations in milliseconds, ISO 8601 times, and ids or other decimals, compared exactly. */
import { millisOf } from "../Duration.ts"
import { formatValue } from "./DescribeValue.ts"
import { describeOther, type Operator } from "./Mismatch.ts"

const order = (description: string, holds: (sign: number) => boolean, negated: string): Operator => ({
  description: `${description} A number; a span of time such as 3s, in milliseconds; an ISO 8601 time; an id.`,
  wants: (operand) =>
    boundOf(operand) === undefined ? "a number, a span such as 3s, an ISO 8601 time or an id" : undefined,
  judge: (operand, actual) => {
    const bound = boundOf(operand)
    const measure = bound && measureOf(actual, bound.kind)
    if (bound === undefined || measure === undefined) return describeOther(actual, KINDS[bound?.kind ?? "number"])
    return holds(signOf(measure, bound.value)) ? undefined : `${negated} ${formatValue(operand)}`
  }
})

export const ORDERS = {
  $above: order("More than this.", (sign) => sign > 0, "is not above"),
  $below: order("Less than this.", (sign) => sign < 0, "is not below"),
  $atLeast: order("This or more.", (sign) => sign >= 0, "is below"),
  $atMost: order("This or less.", (sign) => sign <= 0, "is above")
} satisfies Readonly<Record<string, Operator>>

/** Values are compared only with values of the same kind. */
const KINDS = { number: "a number", decimal: "an id or other decimal text", time: "an ISO 8601 time" } as const
type Kind = keyof typeof KINDS

const boundOf = (operand: unknown): { readonly kind: Kind; readonly value: number | bigint } | undefined => {
  for (const kind of ["number", "decimal", "time"] as const) {
    const value = measureOf(operand, kind)
    if (value !== undefined) return { kind, value }
  }
  const span = typeof operand === "string" ? millisOf(operand) : undefined
  return span === undefined ? undefined : { kind: "number", value: span }
}

const measureOf = (value: unknown, kind: Kind): number | bigint | undefined => {
  if (kind === "number") return typeof value === "number" && !Number.isNaN(value) ? value : undefined
  if (typeof value !== "string") return undefined
  if (kind === "decimal") return /^-?\d{1,40}$/.test(value) ? BigInt(value) : undefined
  const time = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

const signOf = (a: number | bigint, b: number | bigint): number => (a > b ? 1 : a < b ? -1 : 0)
