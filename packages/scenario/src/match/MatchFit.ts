/** Finds comparisons that prove nothing, for `$not`: a pattern never matches an object. */
import { types } from "node:util"
import { formatValue } from "./DescribeValue.ts"
import { elementsOf } from "./MatchOperator.ts"
import { patternOf } from "./MatchPattern.ts"

/**
 * Describes a value that this matcher can never match: a pattern against a non-text, or texts against a list of
 * objects. Absent values are not reported.
 */
export const unfit = (matcher: unknown, actual: unknown): string | undefined => {
  if (actual === undefined || actual === null) return undefined
  if (isPattern(matcher)) return typeof actual === "string" ? undefined : unfitText(matcher, "a text")
  if (!holdsContains(matcher) || !Array.isArray(actual) || actual.length === 0) return undefined
  const stray = elementsOf(matcher.$contains).find(
    ([, wanted]) => isTextual(wanted) && actual.every((one) => typeof one === "object" && one !== null)
  )
  return stray === undefined ? undefined : unfitText(stray[1], "a list of texts")
}

const unfitText = (matcher: unknown, wanted: string): string =>
  `is not ${wanted}: that ${formatValue(matcher)} does not match it says nothing`

const isPattern = (matcher: unknown): boolean =>
  types.isRegExp(matcher) || (typeof matcher === "string" && patternOf(matcher) !== undefined)

const isTextual = (matcher: unknown): boolean => typeof matcher === "string" || isPattern(matcher)

const holdsContains = (matcher: unknown): matcher is { readonly $contains: unknown } =>
  typeof matcher === "object" && matcher !== null && Object.hasOwn(matcher, "$contains")
