/** Header values of the service. */

/** Exactly this, without a charset (wire-rest.md §0, 1). */
export const JSON_TYPE = "application/json"

/** What `--strict` reports: the fields of the request's body that its contract does not know (decision 23). */
export const UNKNOWN_FIELDS = "x-backlot-unknown-fields"

/** Ours: stands on the 404 of an official operation that this version lacks, and names it. */
export const NOT_IMPLEMENTED = "x-backlot-not-implemented"

/** On the answer of a planned fault: the id of the fault. */
export const FAULT = "x-backlot-fault"
