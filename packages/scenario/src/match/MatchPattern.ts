/** Texts between slashes are patterns. Source: product.md "Scenario files" (`"/Rex/"`). */
import { formatValue, oneLine } from "./DescribeValue.ts"
import { describeOther } from "./Mismatch.ts"

/** A pattern, or the reason why it does not compile. */
export type Pattern =
  | { readonly regExp: RegExp; readonly fault?: never }
  | { readonly regExp?: never; readonly fault: string }

/** Returns undefined for a plain text. Drops the flags d, g and y, which do not change whether a text matches. */
export const patternOf = (text: string): Pattern | undefined => {
  const [, source, flags] = SHAPE.exec(text) ?? []
  if (source === undefined || flags === undefined) return undefined
  try {
    return { regExp: new RegExp(source, flags.replace(POSITIONAL, "")) }
  } catch (error) {
    return { fault: `has a pattern that does not compile: ${oneLine(error instanceof Error ? error.message : "")}` }
  }
}

/** Describes a value that does not match; undefined if it matches. */
export const testPattern = (regExp: RegExp, actual: unknown): string | undefined => {
  if (typeof actual !== "string") return describeOther(actual, `a text that matches ${formatValue(regExp)}`)
  // A module's pattern may keep its lastIndex.
  const fresh = new RegExp(regExp.source, regExp.flags.replace(POSITIONAL, ""))
  return fresh.test(actual) ? undefined : `does not match ${formatValue(regExp)}`
}

const SHAPE = /^\/(.+)\/([dgimsuvy]*)$/s
const POSITIONAL = /[dgy]/g
