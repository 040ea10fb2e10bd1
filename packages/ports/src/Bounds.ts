/** Spans and keys in the form that every adapter uses. Source: architecture.md "Storage". */
import type { ListOptions, Span } from "./Body.ts"

/** A listing as half-open bounds: keys from `start` (inclusive) to `end` (exclusive), none when `start >= end`. */
export interface Bounds {
  readonly start: string
  readonly end: string
  readonly limit: number | undefined
  readonly reverse: boolean
}

/** Sorts after every printable character: appended to a prefix it is the bound after all keys with that prefix. */
const BEHIND_ALL = "\x7f"
/** Sorts before every printable character: appended to a key it is the bound just after that key. */
const JUST_BEYOND = "\x01"

const KEY = /^[\x20-\x7e]+$/

/** True for valid keys: one or more printable ASCII characters. */
export const isKey = (key: string): boolean => KEY.test(key)

/** The kind of every key, for reads of more than one. */
export const ANY_KIND = ""

/** The text of a key before its first slash. A key without a slash has no kind of its own. */
export const kindOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf("/")))

/** The kind of all keys of a span. */
export const kindOfSpan = (span: Span): string => {
  if ("prefix" in span) return kindOf(span.prefix)
  const kind = kindOf(span.start)
  return span.end.startsWith(`${kind}/`) ? kind : ANY_KIND
}

/** The bounds of a span after `after` and the direction have been applied. */
export const boundsOf = (span: Span, options?: ListOptions): Bounds => {
  const whole = "prefix" in span ? { start: span.prefix, end: span.prefix + BEHIND_ALL } : span
  const reverse = options?.reverse ?? false
  const limit = options?.limit
  const after = options?.after
  if (after === undefined) return { ...whole, limit, reverse }
  if (reverse) {
    const cut = after < whole.end
    return { start: whole.start, end: cut ? after : whole.end, limit, reverse }
  }
  const cut = after >= whole.start
  return { start: cut ? after + JUST_BEYOND : whole.start, end: whole.end, limit, reverse }
}
