/** Answers whose shape is not known. */

/** The value's fields, where it is an object; else none. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}
