/** Lengths in code points, the unit of every text limit (decision 2). */

/** Number of code points of a well-formed string. */
export const count = (text: string): number => {
  let pairs = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) pairs++
  }
  return text.length - pairs
}

/** Whether a well-formed string has `min` to `max` code points. Each has one or two units, so few strings are counted. */
export const isBetween = (text: string, min: number, max: number): boolean => {
  if (text.length <= max && text.length >= 2 * min) return true
  const length = count(text)
  return length >= min && length <= max
}
