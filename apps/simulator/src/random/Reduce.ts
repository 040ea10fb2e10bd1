/** Smaller variants of one operation: each with one thing less in what it sends. */
import type { Operation } from "./Operation.ts"

/** Fields whose content may lose parts; the model says anew what must come of it. */
const FIELDS = ["body", "elements", "targets", "values", "change"]

export const reductions = (operation: Operation): ReadonlyArray<Operation> =>
  Object.entries(operation).flatMap(([field, value]) =>
    FIELDS.includes(field)
      ? // Only what is sent becomes smaller; the fields stay those of its kind.
        lessOf(value).map((less) => ({ ...operation, [field]: less }) as Operation)
      : []
  )

/** Characters of a text that nobody minds to read. */
const LONG = 8

/** A list without an element, an object without a field, a long text cut short, at any depth. */
const lessOf = (value: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(value)) {
    return [
      ...value.map((_, i) => value.toSpliced(i, 1)),
      ...value.flatMap((inner, i) => lessOf(inner).map((less) => value.with(i, less)))
    ]
  }
  if (typeof value === "string" && [...value].length > LONG) return [[...value].slice(0, LONG).join("")]
  if (typeof value !== "object" || value === null) return []
  const entries = Object.entries(value)
  return [
    ...entries.map(([key]) => Object.fromEntries(entries.filter(([other]) => other !== key))),
    ...entries.flatMap(([key, inner]) => lessOf(inner).map((less) => ({ ...value, [key]: less })))
  ]
}
