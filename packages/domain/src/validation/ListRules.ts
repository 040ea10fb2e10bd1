/** Rules of lists of integers: known values, each at most once. */
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { at, gather } from "./Rule.ts"
import { toInt } from "./Shape.ts"

/** An element outside `allowed` is a fault at its index, a repeated value is a fault of the list. */
export const judgeSet = (
  field: string,
  sent: ReadonlyArray<unknown>,
  allowed: ReadonlyArray<number>
): ReadonlyArray<Fault> => {
  const wrong = gather(sent, (element, index) => at([field, index], elementError(element, allowed)))
  const values = sent.map(toInt).filter((value) => value !== undefined)
  const repeated = new Set(values).size < values.length ? at([field], FormError.notUnique) : []
  return [...wrong, ...repeated]
}

/** The allowed value of an element, which may be spelled as a string; undefined for other values. */
export const readMember = <N extends number>(sent: unknown, allowed: ReadonlyArray<N>): N | undefined => {
  const value = toInt(sent)
  return allowed.find((member) => member === value)
}

/** The allowed values in a list, in order; others are left out. */
export const readSet = <N extends number>(sent: ReadonlyArray<unknown>, allowed: ReadonlyArray<N>): ReadonlyArray<N> =>
  sent.map((element) => readMember(element, allowed)).filter((member) => member !== undefined)

const elementError = (element: unknown, allowed: ReadonlyArray<number>) => {
  const value = toInt(element)
  if (value === undefined) return FormError.notInt(element)
  return allowed.includes(value) ? undefined : FormError.choices(allowed)
}
