/** Writes values as JSON for reports. Matchers of TypeScript files may be functions and patterns. */
import { types } from "node:util"
import { formatValue, isAsymmetric } from "@backlot/scenario/match/DescribeValue"

/** A value that JSON cannot express becomes a text that describes it. */
export const toJson = (value: unknown, indent?: number): string => JSON.stringify(value, replacer(), indent) ?? "null"

const replacer = () => {
  const above: Array<unknown> = []
  // JSON.stringify passes the holder of the value as `this`, which distinguishes a cycle from a value that is used
  // twice.
  return function (this: unknown, _key: string, value: unknown): unknown {
    if (typeof value === "function" || typeof value === "bigint") return formatValue(value)
    if (typeof value === "symbol") return String(value)
    if (typeof value !== "object" || value === null) return value
    if (types.isRegExp(value) || isAsymmetric(value)) return formatValue(value)
    while (above.length > 0 && above.at(-1) !== this) above.pop()
    if (above.includes(value)) return "(itself)"
    above.push(value)
    return value
  }
}
