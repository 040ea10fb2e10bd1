/** Delivery bodies: parsed and serialized again by JavaScript they are the signed bytes (wire-interactions.md §2.1). */

/** Compact JSON as `JSON.stringify(JSON.parse(text))` prints it: integer-like keys first, others by code unit. */
export const canonicalJson = (value: object): string => JSON.stringify(sorted(value))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  const from = value as Readonly<Record<string, unknown>>
  const to: Record<string, unknown> = {}
  for (const key of Object.keys(from).sort()) {
    // Assigned, this key would set the prototype.
    if (key === "__proto__") Object.defineProperty(to, key, { value: sorted(from[key]), enumerable: true })
    else to[key] = sorted(from[key])
  }
  return to
}
