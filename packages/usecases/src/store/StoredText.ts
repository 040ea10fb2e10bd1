/**
 * The JSON texts that values are stored as, so that an answer and an event repeat a text instead of making it again.
 * Source: architecture.md "One request in a straight line" (stored text is answered without re-encoding).
 */

/** Only of values that never change after they were stored. */
const texts = new WeakMap<object, string>()

/** The JSON text of a value: the one it is stored as, when it is known, else made now. */
export const textOf = (value: object): string => texts.get(value) ?? JSON.stringify(value)

/** The JSON text of a list of values. */
export const listOf = (values: ReadonlyArray<object>): string => `[${values.map(textOf).join(",")}]`

/** Makes the text that a value is stored as. From now on the value must not change. */
export const toStored = (value: object): string => {
  const text = textOf(value)
  texts.set(value, text)
  return text
}

/** The value of a stored text, which must not change. */
export const fromStored = <A extends object>(text: string): A => {
  // Only texts of `toStored` are given, of values of type A: what was decoded at the door is not decoded again.
  const value = JSON.parse(text) as A
  texts.set(value, text)
  return value
}
