/** Header values of the service. */

/** Exactly this, without a charset (wire-rest.md §0, 1). */
export const JSON_TYPE = "application/json"

/** The report of `--strict`: fields of the request's body that its contract does not know (decision 23). */
export const UNKNOWN_FIELDS = "x-backlot-unknown-fields"

/** Names the operation on the 404 of an official operation that this version lacks. Our choice: docs/choices.md "Control plane". */
export const NOT_IMPLEMENTED = "x-backlot-not-implemented"

/**
 * On a 403: which permission, role or position decided it, for the person who tests an app. Percent-encoded outside ASCII.
 * Our choice: docs/choices.md "Control plane".
 */
export const BECAUSE = "x-backlot-because"

/** On the answer of a planned fault: the id of the fault. */
export const FAULT = "x-backlot-fault"
