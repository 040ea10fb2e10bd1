/**
 * The table of operators: `{ $above: 3 }` and so on. All operators of one object must hold. To match a platform field
 * whose name begins with `$`, use `$exactly`. Source: product.md "Scenario files" (expect). The names are our choice:
 * docs/choices.md "Scenarios".
 */
import type { Path } from "@backlot/domain/error/Fault"
import { formatValue } from "./DescribeValue.ts"
import { contains } from "./MatchContains.ts"
import { exactly } from "./MatchExactly.ts"
import { unfit } from "./MatchFit.ts"
import { elementsOf, itself, type Operator } from "./MatchOperator.ts"
import { ORDERS } from "./MatchOrder.ts"
import { schema } from "./MatchSchema.ts"
import { type Judge, type Mismatch, tellOther } from "./Mismatch.ts"

/** A key of `$` and a letter makes an object an operator object; `${…}` is a variable. */
export const hasOperators = (matcher: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(matcher).some(isOperatorName)

/** All operators must hold. They are valid. */
export const judgeOperators = (
  operators: Readonly<Record<string, unknown>>,
  actual: unknown,
  path: Path,
  match: Judge
): ReadonlyArray<Mismatch> =>
  Object.entries(operators).flatMap(([name, operand]): ReadonlyArray<Mismatch> => {
    const said = operatorOf(name)?.judge(operand, actual, match) ?? []
    if (typeof said === "string") return [{ path, expected: { [name]: operand }, actual, message: said }]
    return said.map((mismatch) => ({ ...mismatch, path: [...path, ...mismatch.path] }))
  })

/** The fault of one field of an operator object; undefined if it is valid. */
export const operatorFault = (name: string, operand: unknown): string | undefined => {
  if (!isOperatorName(name)) return `${formatValue(name)} stands beside operators; put both into $all`
  const operator = operatorOf(name)
  if (operator === undefined) return `${name} is no operator; there are ${Object.keys(OPERATORS).join(", ")}`
  const wanted = operator.wants(operand)
  return wanted === undefined ? undefined : `${name} wants ${wanted}`
}

export const operatorOf = (name: string): Operator | undefined =>
  Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined

const isOperatorName = (key: string): boolean => /^\$[a-z]/i.test(key)

const anything = () => undefined

const someMatchers = (operand: unknown): string | undefined =>
  Array.isArray(operand) && operand.length > 0 ? undefined : "a list of matchers, one at least"

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

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
      match(operand, actual).length > 0 ? unfit(operand, actual) : `matches ${formatValue(operand)}, and should not`
  },
  $any: {
    description: "The value matches one of these.",
    wants: someMatchers,
    within: elementsOf,
    judge: (operand, actual, match) =>
      elementsOf(operand).some(([, one]) => match(one, actual).length === 0)
        ? undefined
        : tellOther(actual, `any of ${formatValue(operand)}`)
  },
  $all: {
    description: "The value matches each of these.",
    wants: someMatchers,
    within: elementsOf,
    judge: (operand, actual, match) => elementsOf(operand).flatMap(([, one]) => match(one, actual))
  },
  $contains: contains,
  $length: {
    description: "How many elements a list has, code points a text, fields an object: a number, or operators.",
    wants: (operand) =>
      Number.isInteger(operand) || isObject(operand) ? undefined : "a number, or operators such as { $above: 3 }",
    within: itself,
    judge: (operand, actual, match) => {
      const length = lengthOf(actual)
      if (length === undefined) return tellOther(actual, "anything that has a length")
      return match(operand, length, ["length"])
    }
  },
  ...ORDERS,
  $exists: {
    description: "true: it is there, null too. false: it is not.",
    wants: (operand) => (typeof operand === "boolean" ? undefined : "true or false"),
    judge: (operand, actual) => {
      if ((actual !== undefined) === operand) return undefined
      return operand === true ? "is missing" : "is there, and should not be"
    }
  },
  $type: {
    description: "Its JSON type: string, number, integer, boolean, object, array or null.",
    wants: (operand) =>
      typeof operand === "string" && Object.hasOwn(JSON_TYPES, operand)
        ? undefined
        : `one of ${Object.keys(JSON_TYPES).join(", ")}`,
    judge: (operand, actual) =>
      JSON_TYPES[String(operand)]?.(actual) === true ? undefined : tellOther(actual, `of type ${operand}`)
  },
  $exactly: exactly,
  $schema: schema
}
