/** Rules of numbers in options. Source: service.md "Option types"; decision 34. */
import * as Limits from "../base/Limits.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import { at, gather } from "./Rule.ts"
import { toFloat, toInt } from "./Shape.ts"

/** Option types whose values are numbers. */
export type NumberType = typeof OptionType.INTEGER | typeof OptionType.NUMBER

const READERS = {
  [OptionType.INTEGER]: {
    read: toInt,
    unreadable: FormError.notInt,
    min: Limits.number.integerMin,
    max: Limits.number.integerMax
  },
  [OptionType.NUMBER]: {
    read: toFloat,
    unreadable: FormError.notFloat,
    min: Limits.number.doubleMin,
    max: Limits.number.doubleMax
  }
} as const

/** The number that a value means for this option type; undefined when it is not a number. */
export const readNumber = (value: unknown, type: NumberType): number | undefined => READERS[type].read(value)

/** The fault of a number for this option type, if any. */
export const judgeNumber = (value: unknown, type: NumberType) => {
  const { read, unreadable, min, max } = READERS[type]
  const number = read(value)
  return number === undefined ? unreadable(value) : rangeError(number, min, max)
}

/** The fault of a number outside `min` to `max`, if any. */
export const rangeError = <N extends number | bigint>(value: N | null | undefined, min: N, max: N) => {
  if (value == null) return undefined
  if (value < min) return FormError.numberMin(min)
  return value > max ? FormError.numberMax(max) : undefined
}

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
  for (const member of allowed) if (member === value) return member
  return undefined
}

/** The allowed values in a list, in order; others are left out. */
export const readSet = <N extends number>(sent: ReadonlyArray<unknown>, allowed: ReadonlyArray<N>): ReadonlyArray<N> =>
  sent.map((element) => readMember(element, allowed)).filter((member) => member !== undefined)

const elementError = (element: unknown, allowed: ReadonlyArray<number>) => {
  const value = toInt(element)
  if (value === undefined) return FormError.notInt(element)
  return allowed.includes(value) ? undefined : FormError.choices(allowed)
}
