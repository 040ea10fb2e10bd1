/**
 * The body form of deliveries: compact JSON whose keys are sorted at every level, so that an endpoint which parses it
 * and writes it again with JavaScript's JSON holds the very bytes that were signed. Source: wire-interactions.md §2.1.
 */

/**
 * Compact JSON with `JSON.stringify(JSON.parse(text)) === text`. Integer-like keys come first, ascending, as
 * JavaScript orders them; the others follow by code unit. What JSON has no word for is left out, as JSON does.
 */
export const canonicalJson = (value: object): string => JSON.stringify(sorted(value))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return Object.fromEntries(entries.map(([key, child]) => [key, sorted(child)]))
}
