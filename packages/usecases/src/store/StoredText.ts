/**
 * The JSON texts of stored values, so that answers and events reuse a text. Source: architecture.md "One request in a
 * straight line" (stored text is answered without re-encoding).
 */

class Value {
  constructor(value: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the field below is added to this value, whoever made it.
    return value
  }
}

/** A private field: a copy of the value does not have it, and it costs a third of an entry in a WeakMap. */
class Texts extends Value {
  readonly #text: string

  /** Only for values that have none, and that never change after they were stored. */
  constructor(value: object, text: string) {
    super(value)
    this.#text = text
  }

  static of(value: object): string | undefined {
    return #text in value ? value.#text : undefined
  }
}

/** The JSON text of a value: the stored one if known, else a new one. */
export const textOf = (value: object): string => Texts.of(value) ?? JSON.stringify(value)

/** The JSON text of a list of values. */
export const listOf = (values: ReadonlyArray<object>): string => `[${values.map(textOf).join(",")}]`

/** The text to store for a value. The value must not change afterwards. */
export const toStored = (value: object): string => {
  const known = Texts.of(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value)
  new Texts(value, text)
  return text
}

/** The value of a stored text, which must not change. */
export const fromStored = <A extends object>(text: string): A => {
  // Only texts of `toStored` come here, with values of type A, so they are not decoded again.
  const value = JSON.parse(text) as A
  new Texts(value, text)
  return value
}
