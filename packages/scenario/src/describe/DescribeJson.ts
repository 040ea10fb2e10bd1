/** Reads answers of the platform that nobody has decoded, as far as describing them goes: what is not there is absent. */

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The field of an object; undefined of anything else. */
export const field = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value
  )

/** A text that is there and says something. */
export const textOf = (value: unknown, ...names: ReadonlyArray<string>): string | undefined => {
  const text = field(value, ...names)
  return typeof text === "string" && text !== "" ? text : undefined
}

export const listOf = (value: unknown, ...names: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const list = names.length === 0 ? value : field(value, ...names)
  return Array.isArray(list) ? list : []
}
