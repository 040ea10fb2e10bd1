/** Lengths of texts in code points (decision 2). */
import * as CodePoints from "../base/CodePoints.ts"
import * as FormError from "../error/FormError.ts"

/** The fault of a text's length, if any; a missing text has none. */
export const lengthError = (text: string | null | undefined, min: number, max: number) => {
  if (text == null) return undefined
  const length = CodePoints.count(text)
  if (length >= min && length <= max) return undefined
  return min === 0 ? FormError.maxLength(max) : FormError.badLength(min, max)
}
