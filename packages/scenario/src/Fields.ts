/** Reads values whose shape is not known. A missing field reads as absent, never as an error. */

export type Fields = Readonly<Record<string, unknown>>

/** The value's fields if it is an object, else none. */
export const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {})

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An object without a class, such as RegExp. Accepts objects of another realm: test runners make realms of their own. */
export const isPlain = (value: unknown): value is Fields => {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** A regular expression, also of another realm. */
export const isRegExp = (value: unknown): value is RegExp => kindOf(value) === "[object RegExp]"

export const isDate = (value: unknown): value is Date => kindOf(value) === "[object Date]"

const kindOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? Object.prototype.toString.call(value) : ""

/** The value if it is plain, else no fields. */
export const plainOf = (value: unknown): Fields => (isPlain(value) ? value : {})

/** The field at a path of names; undefined if any part is missing. */
export const field = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value
  )

/** The text at a path of names; undefined if it is empty. */
export const textOf = (value: unknown, ...names: ReadonlyArray<string>): string | undefined => {
  const text = field(value, ...names)
  return typeof text === "string" && text !== "" ? text : undefined
}

export const listOf = (value: unknown, ...names: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const list = field(value, ...names)
  return Array.isArray(list) ? list : []
}

type Optional<A> = { [K in keyof A]-?: undefined extends A[K] ? K : never }[keyof A]

/** The same object without fields that are undefined. */
export const defined = <A extends object>(fields: A) =>
  // `fromEntries` forgets the names.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Omit<A, Optional<A>> & {
    [K in Optional<A>]?: Exclude<A[K], undefined>
  }
