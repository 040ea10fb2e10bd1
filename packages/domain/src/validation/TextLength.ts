/** Lengths of texts in code points (decision 2). */
import * as CodePoints from "../base/CodePoints.ts"
import * as FormError from "../error/FormError.ts"

/** What is wrong with the length of a text, if anything; an absent text has none. */
export const lengthError = (text: string | null | undefined, min: number, max: number) => {
  if (text == null) return undefined
  const length = CodePoints.count(text)
  if (length >= min && length <= max) return undefined
  return min === 0 ? FormError.maxLength(max) : FormError.badLength(min, max)
}
