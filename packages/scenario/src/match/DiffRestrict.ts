/** Reduces a value to the parts that matchers mention, so that a diff does not drown in other fields. */
import { isPlain } from "./DiffShown.ts"
import { hasOperators } from "./MatchOperators.ts"

/** Keeps list elements, and the object fields that a matcher names. A value that no matcher describes stays whole. */
export const restrict = (value: unknown, matchers: ReadonlyArray<unknown>): unknown => {
  const wanted = matchers.flatMap(alternatives)
  if (Array.isArray(value))
    return value.map((one, index) => restrict(one, elementMatchers(wanted, value.length, index)))
  const shapes = wanted.filter(isPlain).filter((one) => !hasOperators(one))
  if (!isPlain(value) || shapes.length === 0) return value
  const keys = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))].filter((key) => Object.hasOwn(value, key))
  const fieldMatchers = (key: string) => shapes.flatMap((shape) => (Object.hasOwn(shape, key) ? [shape[key]] : []))
  return Object.fromEntries(keys.map((key) => [key, restrict(value[key], fieldMatchers(key))]))
}

/** Operators whose operands match the same value. */
const OF_THE_SAME = ["$not", "$any", "$all"]

/** The matchers of the value itself, inside operators too; `$contains` stays as it is. */
const alternatives = (matcher: unknown): ReadonlyArray<unknown> => {
  if (!isPlain(matcher) || !hasOperators(matcher)) return [matcher]
  const inner = OF_THE_SAME.flatMap((name) => matcher[name] ?? [])
  return [matcher, ...inner.flatMap(alternatives)]
}

/** Matchers at the same index when the lists have the same length, otherwise those of every index. */
const elementMatchers = (wanted: ReadonlyArray<unknown>, length: number, index: number): ReadonlyArray<unknown> =>
  wanted.flatMap((one) => {
    if (Array.isArray(one)) return one.length === length ? [one[index]] : one
    return isPlain(one) && hasOperators(one) ? [one["$contains"] ?? []].flat() : []
  })
