/** Rules of lists of integers: known values, each at most once. */
import type { Fault } from "./Fault.ts"
import * as FormError from "./FormError.ts"
import { at, gather } from "./Rule.ts"
import { toInt } from "./Shape.ts"

/** Elements that are no value of `allowed` are at fault at their index, a repeated value at the list. */
export const judgeSet = (
  field: string,
  sent: ReadonlyArray<unknown>,
  allowed: ReadonlyArray<number>
): ReadonlyArray<Fault> => {
  const wrong = gather(sent, (element, index) => at([field, index], elementError(element, allowed)))
  const values = readInts(sent)
  const repeated = new Set(values).size < values.length ? at([field], FormError.notUnique) : []
  return [...wrong, ...repeated]
}

/** The integers of a list, without what is none. */
export const readInts = (sent: ReadonlyArray<unknown>): ReadonlyArray<number> =>
  sent.map(toInt).filter((value) => value !== undefined)

const elementError = (element: unknown, allowed: ReadonlyArray<number>) => {
  const value = toInt(element)
  if (value === undefined) return FormError.notInt(element)
  return allowed.includes(value) ? undefined : FormError.choices(allowed)
}
