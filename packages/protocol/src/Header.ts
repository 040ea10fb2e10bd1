/** Header values of the service. */

/** Exactly this, without a charset (wire-rest.md §0, 1). */
export const JSON_TYPE = "application/json"
