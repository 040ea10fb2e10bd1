/** Texts between slashes that are patterns. Source: product.md "Scenario files" (`"/Rex/"`). */
import { formatValue, oneLine } from "./DescribeValue.ts"
import { tellOther } from "./Mismatch.ts"

/** A pattern, or why the text is none though it looks like one. */
export type Pattern =
  | { readonly regExp: RegExp; readonly fault?: never }
  | { readonly regExp?: never; readonly fault: string }

/** Undefined for a text that stands for itself. Of the flags, d, g and y say nothing of whether a text matches. */
export const patternOf = (text: string): Pattern | undefined => {
  const [, source, flags] = SHAPE.exec(text) ?? []
  if (source === undefined || flags === undefined) return undefined
  try {
    return { regExp: new RegExp(source, flags.replace(POSITIONAL, "")) }
  } catch (error) {
    return { fault: `has a pattern that does not compile: ${oneLine(error instanceof Error ? error.message : "")}` }
  }
}

/** What is said of a value that does not match; undefined for a text that does. */
export const testPattern = (regExp: RegExp, actual: unknown): string | undefined => {
  if (typeof actual !== "string") return tellOther(actual, `a text that matches ${formatValue(regExp)}`)
  // A pattern of a module may remember where it last matched.
  const fresh = new RegExp(regExp.source, regExp.flags.replace(POSITIONAL, ""))
  return fresh.test(actual) ? undefined : `does not match ${formatValue(regExp)}`
}

const SHAPE = /^\/(.+)\/([dgimsuvy]*)$/s
const POSITIONAL = /[dgy]/g
