/** Booleans in queries. Source: wire-rest.md §0 (18). */

const TRUE: ReadonlySet<string> = new Set(["true", "True", "1"])
const FALSE: ReadonlySet<string> = new Set(["false", "False", "0"])

/** `undefined` when absent, `null` for a form that is not accepted. */
export const parseBoolean = (value: string | undefined): boolean | undefined | null => {
  if (value === undefined) return undefined
  if (TRUE.has(value)) return true
  return FALSE.has(value) ? false : null
}
