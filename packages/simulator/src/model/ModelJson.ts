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
