/** Smaller variants of one operation, each with one thing less in its request. */
import type { Operation } from "../model/Operation.ts"

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
