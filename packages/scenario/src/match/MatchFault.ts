/** Checks matchers when a scenario file is read, before anything is played. */

import { type Fault, fault, type Path } from "@backlot/domain/error/Fault"
import { isRegExp } from "../Fields.ts"
import { isAsymmetric } from "./DescribeValue.ts"
import { hasOperators, operatorFault, operatorOf } from "./MatchOperators.ts"
import { patternOf } from "./MatchPattern.ts"

/** Invalid operators and patterns. Operands that are variables are checked when the step is played. */
export const matcherFaults = (expected: unknown, path: Path = []): ReadonlyArray<Fault> => {
  if (typeof expected === "string") {
    const reason = hasVariable(expected) ? undefined : patternOf(expected)?.fault
    return reason === undefined ? [] : [invalid(path, reason)]
  }
  if (typeof expected !== "object" || expected === null) return []
  if (isRegExp(expected) || isAsymmetric(expected)) return []
  if (Array.isArray(expected)) return expected.flatMap((one, index) => matcherFaults(one, [...path, index]))
  const fields = Object.entries(expected)
  return hasOperators(Object.fromEntries(fields))
    ? fields.flatMap(([name, operand]) => operandFaults(name, operand, [...path, name]))
    : fields.flatMap(([name, field]) => matcherFaults(field, [...path, name]))
}

const operandFaults = (name: string, operand: unknown, path: Path): ReadonlyArray<Fault> => {
  const operator = operatorOf(name)
  if (operator !== undefined && typeof operand === "string" && hasVariable(operand)) return []
  const reason = operatorFault(name, operand)
  if (reason !== undefined) return [invalid(path, reason)]
  const within = operator?.within?.(operand) ?? []
  return within.flatMap(([below, matcher]) => matcherFaults(matcher, [...path, ...below]))
}

const invalid = (path: Path, message: string): Fault => fault(path, { code: "MATCHER_INVALID", message })

const hasVariable = (text: string): boolean => /\$\{[^}]+\}/.test(text)
