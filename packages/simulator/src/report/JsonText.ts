/** Values as JSON has them, for reports: matchers of TypeScript files are functions and patterns, too. */
import { types } from "node:util"
import { formatValue, isAsymmetric } from "@backlot/scenario/match/DescribeValue"

/** What JSON can not say stands as a text that tells what it was. */
export const toJson = (value: unknown, indent?: number): string => JSON.stringify(value, told(), indent) ?? "null"

const told = () => {
  const above: Array<unknown> = []
  // JSON.stringify calls it with the holder of the value as `this`, which tells a cycle from a value that is used twice.
  return function (this: unknown, _key: string, value: unknown): unknown {
    if (typeof value === "function" || typeof value === "bigint" || types.isRegExp(value) || isAsymmetric(value))
      return formatValue(value)
    if (typeof value === "symbol") return String(value)
    if (typeof value !== "object" || value === null) return value
    while (above.length > 0 && above.at(-1) !== this) above.pop()
    if (above.includes(value)) return "(itself)"
    above.push(value)
    return value
  }
}
