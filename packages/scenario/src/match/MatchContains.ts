/** The operator `$contains`: list elements in any order, or parts of a text. */
import { types } from "node:util"
import { formatValue } from "./DescribeValue.ts"
import { elementsOf, type Operator } from "./MatchOperator.ts"
import { patternOf, testPattern } from "./MatchPattern.ts"
import { type Judge, tellNearest, tellOther } from "./Mismatch.ts"

export const contains: Operator = {
  description:
    "Each of these matches an element of the list, in any order; or is a part of the text, or a pattern of it.",
  wants: (operand) => (Array.isArray(operand) && operand.length === 0 ? "one matcher at least" : undefined),
  within: elementsOf,
  judge: (operand, actual, match) => {
    const lacks = elementsOf(operand).flatMap(([, wanted]) => lacking(wanted, actual, match) ?? [])
    return lacks.length === 0 ? undefined : lacks.join("; ")
  }
}

/** Describes a value that lacks this part. */
const lacking = (wanted: unknown, actual: unknown, match: Judge): string | undefined => {
  if (typeof actual === "string") return lackingPart(wanted, actual)
  if (!Array.isArray(actual)) return tellOther(actual, `a list or text that contains ${formatValue(wanted)}`)
  return actual.some((one) => match(wanted, one).length === 0)
    ? undefined
    : `has no element that matches ${formatValue(wanted)}${tellNearest(wanted, actual, match)}`
}

const lackingPart = (wanted: unknown, actual: string): string | undefined => {
  if (types.isRegExp(wanted)) return testPattern(wanted, actual)
  if (typeof wanted !== "string") return `is a text, which can not contain ${formatValue(wanted)}`
  const pattern = patternOf(wanted)
  if (pattern !== undefined) return pattern.fault ?? testPattern(pattern.regExp, actual)
  return actual.includes(wanted) ? undefined : `does not contain ${formatValue(wanted)}`
}
