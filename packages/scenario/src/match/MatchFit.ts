/** What can not be compared: that a pattern does not match an object is no proof of anything. For `$not`. */
import { types } from "node:util"
import { formatValue } from "./DescribeValue.ts"
import { elementsOf } from "./MatchOperator.ts"
import { patternOf } from "./MatchPattern.ts"

/**
 * What is said of a value that such a matcher could never match, whatever it holds: a pattern of what is no text, or
 * texts among a list of objects. What is absent is not any of them.
 */
export const unfit = (matcher: unknown, actual: unknown): string | undefined => {
  if (actual === undefined || actual === null) return undefined
  if (isPattern(matcher)) return typeof actual === "string" ? undefined : toldOf(matcher, "a text")
  if (!holdsContains(matcher) || !Array.isArray(actual) || actual.length === 0) return undefined
  const stray = elementsOf(matcher.$contains).find(
    ([, wanted]) => isTextual(wanted) && actual.every((one) => typeof one === "object" && one !== null)
  )
  return stray === undefined ? undefined : toldOf(stray[1], "a list of texts")
}

const toldOf = (matcher: unknown, wanted: string): string =>
  `is not ${wanted}: that ${formatValue(matcher)} does not match it says nothing`

const isPattern = (matcher: unknown): boolean =>
  types.isRegExp(matcher) || (typeof matcher === "string" && patternOf(matcher) !== undefined)

const isTextual = (matcher: unknown): boolean => typeof matcher === "string" || isPattern(matcher)

const holdsContains = (matcher: unknown): matcher is { readonly $contains: unknown } =>
  typeof matcher === "object" && matcher !== null && Object.hasOwn(matcher, "$contains")
