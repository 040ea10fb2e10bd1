/** The decision on one use, as the control plane gives it. */

export interface Decision {
  readonly step: string
  readonly outcome: "pass" | "fail" | "skip"
  readonly because: string
}

export const decisionsOf = (detail: unknown): ReadonlyArray<Decision> =>
  Array.isArray(detail) ? (detail as ReadonlyArray<Decision>) : []
