/** A valid request as data. */

export type Credential = "bot" | "user" | "control" | "none"

export interface Sample {
  readonly credential: Credential
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Sent as a form when it is one, else as JSON. */
  readonly body: unknown
}

export const sample = (given: Partial<Sample>): Sample => ({
  credential: "none",
  params: {},
  query: {},
  body: undefined,
  ...given
})

export const bot = (given: Partial<Sample> = {}) => sample({ credential: "bot", ...given })
export const control = (given: Partial<Sample> = {}) => sample({ credential: "control", ...given })
