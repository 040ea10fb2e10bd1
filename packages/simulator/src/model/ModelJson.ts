/** JSON as it is sent: what a field holds is judged, never trusted. */
export type Json = Readonly<Record<string, unknown>>

/** Decision 3: what libraries send where a field has no meaning. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0)

export const listOf = (value: unknown): ReadonlyArray<Json> =>
  // Elements are objects by construction of the generator.
  Array.isArray(value) ? (value as ReadonlyArray<Json>) : []

/** Equal as JSON; the order of fields does not matter, an absent field is as one that is undefined. */
export const sameJson = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const [one, other]: ReadonlyArray<Json> = [{ ...left }, { ...right }]
  const keys = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])
  return [...keys].every((key) => sameJson(one?.[key], other?.[key]))
}
