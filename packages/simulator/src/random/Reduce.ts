/** Smaller variants of one operation: each with one thing less in what it sends. */
import type { Operation } from "../model/Operation.ts"

/**
 * Fields whose content may lose parts, and how deep: JSON that is sent as it is, at any depth; of what has a shape, only
 * what may be missing. The model says anew what must come of it.
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
    // Only what is sent becomes smaller; the fields stay those of its kind.
    lessOf(value, DEPTHS[field] ?? 0).map((less) => ({ ...operation, [field]: less }) as Operation)
  )

/** Characters of a text that nobody minds to read. */
const LONG = 8

/** A list without an element, an object without a field, a long text cut short; down to a depth. */
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
