/** Delivery bodies: parsed and serialized again by JavaScript they are the signed bytes (wire-interactions.md §2.1). */

/** Compact JSON as `JSON.stringify(JSON.parse(text))` prints it: integer-like keys first, others by code unit. */
export const canonicalJson = (value: object): string => JSON.stringify(sorted(value))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return Object.fromEntries(entries.map(([key, child]) => [key, sorted(child)]))
}
