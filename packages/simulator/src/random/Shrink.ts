/**
 * Shrinks a failing list: leaves out parts while it still fails, large parts first, then smaller ones, down to single
 * elements (delta debugging).
 */
import { Effect } from "effect"
import type { Operation } from "../model/Operation.ts"

/**
 * Returns the smallest failing list: the given one if nothing could be left out.
 *
 * @param fails whether a list fails in the same way; calls are sequential
 * @param mayGoOn called before each try: false ends the search with the best so far
 */
export const shrink = Effect.fnUntraced(function* <A, E, R>(
  failing: ReadonlyArray<A>,
  fails: (some: ReadonlyArray<A>) => Effect.Effect<boolean, E, R>,
  mayGoOn: (tries: number, smallest: number) => Effect.Effect<boolean>
) {
  let smallest = failing
  let tries = 0
  let size = Math.ceil(smallest.length / 2)
  while (size >= 1) {
    let without = false
    for (let from = smallest.length - size; from > -size; from -= size) {
      const start = Math.max(0, from)
      const rest = [...smallest.slice(0, start), ...smallest.slice(from + size)]
      if (rest.length === 0 || rest.length === smallest.length) continue
      if (!(yield* mayGoOn(tries, smallest.length))) return { smallest, tries }
      tries++
      if (yield* fails(rest)) {
        smallest = rest
        without = true
      }
    }
    // Single elements are tried until none can be left out.
    if (size > 1) size = Math.ceil(size / 2)
    else if (!without) break
  }
  return { smallest, tries }
})

/**
 * The fields that may lose parts, and to which depth: raw JSON at any depth; in typed values, only optional parts. The
 * model predicts the variant's answer anew.
 */
const DEPTHS: Readonly<Record<string, number>> = {
  body: Number.POSITIVE_INFINITY,
  elements: Number.POSITIVE_INFINITY,
  change: 2,
  targets: 1,
  values: 1
}

export const reductions = (operation: Operation): ReadonlyArray<Operation> =>
  Object.entries(operation).flatMap(([field, value]) =>
    // Only request fields become smaller, so the kind keeps its fields.
    lessOf(value, DEPTHS[field] ?? 0).map((less) => ({ ...operation, [field]: less }) as Operation)
  )

/** Texts up to this length are not shortened. */
const LONG = 8

/** Lists without one element, objects without one field, long texts cut; down to a depth. */
const lessOf = (value: unknown, depth: number): ReadonlyArray<unknown> => {
  if (depth === 0) return []
  if (Array.isArray(value)) {
    return [
      ...value.map((_, i) => value.toSpliced(i, 1)),
      ...value.flatMap((inner, i) => lessOf(inner, depth - 1).map((less) => value.with(i, less)))
    ]
  }
  if (typeof value === "string" && [...value].length > LONG) return [[...value].slice(0, LONG).join("")]
  if (typeof value !== "object" || value === null) return []
  const entries = Object.entries(value)
  return [
    ...entries.map(([key]) => Object.fromEntries(entries.filter(([other]) => other !== key))),
    ...entries.flatMap(([key, inner]) => lessOf(inner, depth - 1).map((less) => ({ ...value, [key]: less })))
  ]
}
