/** Texts and numbers in values that nobody has judged yet. */

/**
 * A text or a number as text, and anything else as the empty text, which names nothing. Unlike `String`, it fails on no
 * value: `{"toString": 1}` has no text.
 */
export const scalarText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : ""
