/** Opens every object of a contract, which the generator closes: unknown request fields are ignored (decision 23). */

export type Json = Readonly<Record<string, unknown>>

/** The document with every object open. */
export const openDocument = (document: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(document).map(([key, value]) => [key, opened(value)]))

// The document is JSON; a value that is no object has no entries.
export const record = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {})

const opened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(opened)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      (key === "additionalProperties" && inner === false) || (key === "allOf" && isRest(inner))
        ? []
        : [[key, opened(inner)]]
    )
  )
}

/** The generator's output for a struct that keeps further fields. */
const isRest = (value: unknown) => JSON.stringify(value) === '[{"type":"object","additionalProperties":{}}]'
