/** JSON as it is sent: fields are checked, never trusted. */
export type Json = Readonly<Record<string, unknown>>

/** Decision 3: what libraries send where a field has no meaning. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0)

export const listOf = (value: unknown): ReadonlyArray<Json> =>
  // The generator makes elements objects.
  Array.isArray(value) ? (value as ReadonlyArray<Json>) : []

/** Equality as in JSON: ignores field order and undefined fields. */
export const sameJson = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const [one, other]: ReadonlyArray<Json> = [{ ...left }, { ...right }]
  const keys = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])
  return [...keys].every((key) => sameJson(one?.[key], other?.[key]))
}
