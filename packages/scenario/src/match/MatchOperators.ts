/**
 * The table of operators: `{ $above: 3 }` and so on. All operators of one object must hold. To match a platform field
 * whose name begins with `$`, use `$exactly`. Source: product.md "Scenario files" (expect). The names are our choice:
 * docs/choices.md "Scenarios".
 */
import type { Path } from "@backlot/domain/error/Fault"
import { type Fields, field, isObject, isRegExp } from "../Fields.ts"
import { formatValue } from "./DescribeValue.ts"
import { ORDERS } from "./MatchOrder.ts"
import { patternOf, testPattern } from "./MatchPattern.ts"
import { schema } from "./MatchSchema.ts"
import { describeNearest, describeOther, type Judge, type Mismatch, type Operator } from "./Mismatch.ts"

/** A key of `$` and a letter makes an object an operator object; `${…}` is a variable. */
export const hasOperators = (matcher: Fields): boolean => Object.keys(matcher).some(isOperatorName)

/** All operators must hold. They are valid. */
export const judgeOperators = (operators: Fields, actual: unknown, path: Path, match: Judge): ReadonlyArray<Mismatch> =>
  Object.entries(operators).flatMap(([name, operand]): ReadonlyArray<Mismatch> => {
    const failed = operatorOf(name)?.judge(operand, actual, match) ?? []
    if (typeof failed === "string") return [{ path, expected: { [name]: operand }, actual, message: failed }]
    return failed.map((mismatch) => ({ ...mismatch, path: [...path, ...mismatch.path] }))
  })

/** The fault of one field of an operator object; undefined if it is valid. */
export const operatorFault = (name: string, operand: unknown): string | undefined => {
  if (!isOperatorName(name)) return `${formatValue(name)} cannot be mixed with operators; put both into $all`
  const operator = operatorOf(name)
  if (operator === undefined) return `${name} is not an operator; use one of ${Object.keys(OPERATORS).join(", ")}`
  const wanted = operator.wants(operand)
  return wanted === undefined ? undefined : `${name} needs ${wanted}`
}

export const operatorOf = (name: string): Operator | undefined =>
  Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined

const isOperatorName = (key: string): boolean => /^\$[a-z]/i.test(key)

const anything = () => undefined

const someMatchers = (operand: unknown): string | undefined =>
  Array.isArray(operand) && operand.length > 0 ? undefined : "a list of matchers, one at least"

/** For operands that are one matcher. */
const itself = (operand: unknown): ReadonlyArray<readonly [Path, unknown]> => [[[], operand]]

/** For operands that are one matcher or a list of matchers. */
const elementsOf = (operand: unknown): ReadonlyArray<readonly [Path, unknown]> =>
  Array.isArray(operand) ? operand.map((one, index) => [[index], one] as const) : itself(operand)

const JSON_TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  array: Array.isArray,
  null: (value) => value === null
}

/** A text is measured in code points (decision 2). */
const lengthOf = (value: unknown): number | undefined => {
  if (typeof value === "string") return [...value].length
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Object.keys(value).length : undefined
}

export const OPERATORS: Readonly<Record<string, Operator>> = {
  $not: {
    description: "The value does not match this.",
    wants: anything,
    within: itself,
    judge: (operand, actual, match) =>
      match(operand, actual).length > 0 ? unfit(operand, actual) : `matches ${formatValue(operand)}, but should not`
  },
  $any: {
    description: "The value matches one of these.",
    wants: someMatchers,
    within: elementsOf,
    judge: (operand, actual, match) =>
      elementsOf(operand).some(([, one]) => match(one, actual).length === 0)
        ? undefined
        : describeOther(actual, `any of ${formatValue(operand)}`)
  },
  $all: {
    description: "The value matches each of these.",
    wants: someMatchers,
    within: elementsOf,
    judge: (operand, actual, match) => elementsOf(operand).flatMap(([, one]) => match(one, actual))
  },
  $contains: {
    description: "Each of these matches an element of the list, in any order, or a part of the text.",
    wants: (operand) => (Array.isArray(operand) && operand.length === 0 ? "one matcher at least" : undefined),
    within: elementsOf,
    judge: (operand, actual, match) =>
      elementsOf(operand)
        .flatMap(([, wanted]) => lacking(wanted, actual, match) ?? [])
        .join("; ") || undefined
  },
  $length: {
    description: "The number of elements, code points or fields: a number, or operators.",
    wants: (operand) =>
      Number.isInteger(operand) || isObject(operand) ? undefined : "a number, or operators such as { $above: 3 }",
    within: itself,
    judge: (operand, actual, match) => {
      const length = lengthOf(actual)
      if (length === undefined) return describeOther(actual, "anything that has a length")
      return match(operand, length, ["length"])
    }
  },
  ...ORDERS,
  $exists: {
    description: "true: the value exists, null too. false: it does not.",
    wants: (operand) => (typeof operand === "boolean" ? undefined : "true or false"),
    judge: (operand, actual) => {
      if ((actual !== undefined) === operand) return undefined
      return operand === true ? "is missing" : "exists, but should not"
    }
  },
  $type: {
    description: "Its JSON type: string, number, integer, boolean, object, array or null.",
    wants: (operand) =>
      typeof operand === "string" && Object.hasOwn(JSON_TYPES, operand)
        ? undefined
        : `one of ${Object.keys(JSON_TYPES).join(", ")}`,
    judge: (operand, actual) =>
      JSON_TYPES[String(operand)]?.(actual) === true ? undefined : describeOther(actual, `of type ${operand}`)
  },
  $exactly: {
    description: "The value equals this: no more fields, no patterns, no operators.",
    wants: anything,
    judge: (operand, actual) =>
      isSame(operand, actual) ? undefined : describeOther(actual, `exactly ${formatValue(operand)}`)
  },
  $schema: schema
}

const lacking = (wanted: unknown, actual: unknown, match: Judge): string | undefined => {
  if (typeof actual === "string") return lackingPart(wanted, actual)
  if (!Array.isArray(actual)) return describeOther(actual, `a list or text that contains ${formatValue(wanted)}`)
  return actual.some((one) => match(wanted, one).length === 0)
    ? undefined
    : `has no element that matches ${formatValue(wanted)}${describeNearest(wanted, actual, match)}`
}

const lackingPart = (wanted: unknown, actual: string): string | undefined => {
  if (isRegExp(wanted)) return testPattern(wanted, actual)
  if (typeof wanted !== "string") return `is a text, which can not contain ${formatValue(wanted)}`
  const pattern = patternOf(wanted)
  if (pattern !== undefined) return pattern.fault ?? testPattern(pattern.regExp, actual)
  return actual.includes(wanted) ? undefined : `does not contain ${formatValue(wanted)}`
}

/** Equality as in JSON: ignores field order, undefined fields and the realm of a value (jest has its own). */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b) || a === b) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => isSame(one, b[i]))
  }
  const [left, right] = [present(a), present(b)]
  return left.size === right.size && [...left].every(([key, one]) => right.has(key) && isSame(one, right.get(key)))
}

const present = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([, one]) => one !== undefined))

/**
 * For `$not`: describes a comparison that proves nothing, because this matcher can never match the value: a pattern
 * against a non-text, or texts against a list of objects. Absent values are not reported.
 */
const unfit = (matcher: unknown, actual: unknown): string | undefined => {
  if (actual === undefined || actual === null) return undefined
  if (isPattern(matcher)) return typeof actual === "string" ? undefined : unfitText(matcher, "a text")
  const wanted = field(matcher, "$contains")
  if (wanted === undefined || !Array.isArray(actual) || actual.length === 0) return undefined
  const hasNoText = actual.every((one) => typeof one === "object" && one !== null)
  const stray = hasNoText ? elementsOf(wanted).find(([, one]) => isTextual(one)) : undefined
  return stray === undefined ? undefined : unfitText(stray[1], "a list of texts")
}

const unfitText = (matcher: unknown, wanted: string): string =>
  `is not ${wanted}: ${formatValue(matcher)} can never match it`

const isPattern = (matcher: unknown): boolean =>
  isRegExp(matcher) || (typeof matcher === "string" && patternOf(matcher) !== undefined)

const isTextual = (matcher: unknown): boolean => typeof matcher === "string" || isPattern(matcher)
