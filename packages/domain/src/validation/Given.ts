/** Values that a body may leave out: a missing value is null or undefined, and has none of these faults. */
import * as FormError from "../error/FormError.ts"

/** The fault of a value that is not among the known ones, if any. */
export const choiceError = <A extends string | number>(value: A | null | undefined, known: ReadonlyArray<A>) =>
  value == null || known.includes(value) ? undefined : FormError.choices(known)

/** The fault of a list of more than `max` elements, if any. */
export const countError = (list: ReadonlyArray<unknown> | null | undefined, max: number) =>
  list != null && list.length > max ? FormError.maxLength(max) : undefined

/** The fields that are not missing. */
export const given = <A extends object>(fields: A) =>
  // Object.fromEntries forgets the keys.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    readonly [K in keyof A]?: NonNullable<A[K]>
  }
