/** The operator `$exactly`. */
import { formatValue } from "./DescribeValue.ts"
import type { Operator } from "./MatchOperator.ts"
import { tellOther } from "./Mismatch.ts"

export const exactly: Operator = {
  description: "The value is equal to this: no field more, no pattern, no operator.",
  wants: () => undefined,
  judge: (operand, actual) =>
    isSame(operand, actual) ? undefined : tellOther(actual, `exactly ${formatValue(operand)}`)
}

/**
 * Equality as in JSON: ignores field order, undefined fields and the realm of a value. Jest runs tests in their own
 * realm.
 */
const isSame = (a: unknown, b: unknown): boolean => {
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
