/**
 * The JSON texts of stored values, so that answers and events reuse a text. Source: architecture.md "One request in a
 * straight line" (stored text is answered without re-encoding).
 */

/** Only for values that never change after they were stored. */
const texts = new WeakMap<object, string>()

/** The JSON text of a value: the stored one if known, else a new one. */
export const textOf = (value: object): string => texts.get(value) ?? JSON.stringify(value)

/** The JSON text of a list of values. */
export const listOf = (values: ReadonlyArray<object>): string => `[${values.map(textOf).join(",")}]`

/** The text to store for a value. The value must not change afterwards. */
export const toStored = (value: object): string => {
  const text = textOf(value)
  texts.set(value, text)
  return text
}

/** The value of a stored text, which must not change. */
export const fromStored = <A extends object>(text: string): A => {
  // Only texts of `toStored` come here, with values of type A, so they are not decoded again.
  const value = JSON.parse(text) as A
  texts.set(value, text)
  return value
}
