/**
 * Matchers of expectations: decides whether a value is as a scenario says, and where it differs. A plain value matches
 * an equal one; an object matches one with at least its fields; a list matches one of the same length whose elements
 * match; null matches null or absent; a text between slashes is a pattern; for operators see `MatchOperators.ts`. In
 * TypeScript, a RegExp, a function of the value and the asymmetric matchers of vitest and jest are matchers too.
 * Source: product.md "Scenario files" (expect).
 */
import type { Path } from "@backlot/domain/error/Fault"
import { nearest } from "@backlot/domain/typing/Nearest"
import { type Fields, isObject, isRegExp } from "../Fields.ts"
import { formatValue, isAsymmetric, oneLine } from "./DescribeValue.ts"
import { matcherFaults } from "./MatchFault.ts"
import { hasOperators, judgeOperators } from "./MatchOperators.ts"
import { patternOf, testPattern } from "./MatchPattern.ts"
import { describeNearest, describeOther, type Judge, type Mismatch } from "./Mismatch.ts"

// For callers that only match.
export { formatMismatch, type Mismatch } from "./Mismatch.ts"

/** Every place where `actual` differs. Undefined expects nothing. An invalid matcher is a mismatch that says so. */
export const match: Judge = (expected, actual, path = []) => {
  if (expected === undefined) return []
  if (Array.isArray(expected)) return matchList(expected, actual, path)
  if (isObject(expected) && !isRegExp(expected) && !isAsymmetric(expected)) {
    return hasOperators(expected) ? matchOperators(expected, actual, path) : matchFields(expected, actual, path)
  }
  const message = judgeValue(expected, actual)
  return message === undefined ? [] : [{ path, expected, actual, message }]
}

/** Matches list elements in order, with others in between. Used for gateway, events and trace. */
export const matchInOrder = (
  expected: ReadonlyArray<unknown>,
  actual: ReadonlyArray<unknown>,
  path: Path = []
): ReadonlyArray<Mismatch> => {
  let from = 0
  for (const [index, wanted] of expected.entries()) {
    const found = actual.findIndex((one, position) => position >= from && match(wanted, one).length === 0)
    if (found === -1) {
      const message = missingText(wanted, actual.slice(from), from)
      return [{ path: [...path, index], expected: wanted, actual: undefined, message }]
    }
    from = found + 1
  }
  return []
}

const missingText = (wanted: unknown, rest: ReadonlyArray<unknown>, from: number): string => {
  const behind = from === 0 ? "" : ` after [${from - 1}]`
  return rest.length === 0
    ? `is missing: nothing came${behind}`
    : `is missing among the ${rest.length} that came${behind}${describeNearest(wanted, rest, match, from)}`
}

/** Invalid operators match nothing; otherwise `$not` would make them match everything. */
const matchOperators = (expected: Fields, actual: unknown, path: Path): ReadonlyArray<Mismatch> => {
  const [fault] = matcherFaults(expected)
  return fault === undefined
    ? judgeOperators(expected, actual, path, match)
    : [{ path, expected, actual, message: fault.message }]
}

const matchList = (expected: ReadonlyArray<unknown>, actual: unknown, path: Path): ReadonlyArray<Mismatch> => {
  if (!Array.isArray(actual)) return [{ path, expected, actual, message: describeOther(actual, "a list") }]
  if (actual.length === expected.length)
    return expected.flatMap((one, index) => match(one, actual[index], [...path, index]))
  const message = `has ${actual.length} ${actual.length === 1 ? "element" : "elements"}, not ${expected.length}`
  return [{ path, expected, actual, message }]
}

const matchFields = (expected: Fields, actual: unknown, path: Path): ReadonlyArray<Mismatch> =>
  isObject(actual)
    ? Object.keys(expected).flatMap((key) =>
        Object.hasOwn(actual, key)
          ? match(expected[key], actual[key], [...path, key])
          : match(expected[key], undefined, [...path, key]).map((one) => suggesting(one, path.length + 1, actual))
      )
    : [{ path, expected, actual, message: describeOther(actual, "an object") }]

const NEAR = 4

/** A missing field may be a mistyped one: `; did you mean content?`. */
const suggesting = (mismatch: Mismatch, depth: number, actual: Fields): Mismatch => {
  const key = String(mismatch.path.at(-1))
  // Every short name is close to every other short name.
  if (mismatch.path.length !== depth || key.length < NEAR) return mismatch
  const others = Object.keys(actual).filter((one) => one.length >= NEAR)
  const [first] = nearest(key, others)
  return first === undefined
    ? mismatch
    : { ...mismatch, message: `${mismatch.message}; did you mean ${oneLine(first)}?` }
}

/** Describes a value that differs, or that a pattern or function rejects. */
const judgeValue = (expected: unknown, actual: unknown): string | undefined => {
  if (typeof expected === "function") return judgeByFunction(expected, actual)
  if (isAsymmetric(expected))
    return judgeByFunction((value: unknown) => expected.asymmetricMatch(value), actual, expected)
  if (isRegExp(expected)) return testPattern(expected, actual)
  const pattern = typeof expected === "string" ? patternOf(expected) : undefined
  if (pattern !== undefined) return pattern.fault ?? testPattern(pattern.regExp, actual)
  if (expected === null) return actual == null ? undefined : "exists, but should not"
  return Object.is(actual, expected) || actual === expected ? undefined : describeOther(actual, formatValue(expected))
}

/** A function must return true; an exception is the reason. */
const judgeByFunction = (judge: Function, actual: unknown, matcher?: unknown): string | undefined => {
  const shown = () => (matcher === undefined ? sourceOf(judge) : formatValue(matcher))
  try {
    const result: unknown = judge(actual)
    return result === true ? undefined : `does not satisfy ${shown()}, which returned ${formatValue(result)}`
  } catch (error) {
    return `does not satisfy ${shown()}: ${oneLine(error instanceof Error ? error.message : String(error))}`
  }
}

/** The source on one line: the name is often only that of the field. */
const sourceOf = (judge: Function): string => {
  const source = Function.prototype.toString.call(judge).replace(/\s+/g, " ")
  return source.includes("[native code]") ? formatValue(judge) : oneLine(source)
}
