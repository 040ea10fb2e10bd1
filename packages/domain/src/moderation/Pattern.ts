/**
 * Regular expressions that users give. The platform takes those of Rust; RE2 has nearly the same syntax and, like Rust,
 * needs time linear in the text: no look-around, no back-references. Source: the platform's documentation of automatic
 * moderation.
 */
import { RE2JS } from "re2js"
import { limits } from "../record/AutoModeration.ts"

/** Where a text first matches; undefined where it does not. */
export type Find = (text: string) => readonly [start: number, end: number] | undefined

/** Undefined for a pattern that is none, or has too many steps. In any case: docs/choices.md "Automatic moderation". */
export const compile = (pattern: string): Find | undefined => {
  const compiled = compiledOf(pattern)
  if (compiled === undefined || compiled.programSize() > limits.patternSteps) return undefined
  return (text) => {
    const matcher = compiled.matcher(text)
    return matcher.find() ? [matcher.start(), matcher.end()] : undefined
  }
}

const compiledOf = (pattern: string): RE2JS | undefined => {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
  } catch {
    return undefined
  }
}
