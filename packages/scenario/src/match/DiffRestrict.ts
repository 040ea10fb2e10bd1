/** The part of a value that matchers speak of, so that a diff is not lost among fields that nobody asked about. */
import { isPlain } from "./DiffShown.ts"
import { hasOperators } from "./MatchOperators.ts"

/** Lists keep their elements, objects the fields that one of the matchers names; what none describes is whole. */
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

/** Operators whose operands are matchers of the same value. */
const OF_THE_SAME = ["$not", "$any", "$all"]

/** What operators say of the value itself, `$contains` as it stands. */
const alternatives = (matcher: unknown): ReadonlyArray<unknown> => {
  if (!isPlain(matcher) || !hasOperators(matcher)) return [matcher]
  const inner = OF_THE_SAME.flatMap((name) => matcher[name] ?? [])
  return [matcher, ...inner.flatMap(alternatives)]
}

/** Those of the same place where lists are as long, else those of every place. */
const elementMatchers = (wanted: ReadonlyArray<unknown>, length: number, index: number): ReadonlyArray<unknown> =>
  wanted.flatMap((one) => {
    if (Array.isArray(one)) return one.length === length ? [one[index]] : one
    return isPlain(one) && hasOperators(one) ? [one["$contains"] ?? []].flat() : []
  })
