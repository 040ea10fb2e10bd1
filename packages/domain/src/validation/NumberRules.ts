/** Rules of numbers in options. Source: service.md "Option types"; decision 34. */
import * as Limits from "../base/Limits.ts"
import * as FormError from "../error/FormError.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
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
  return number === undefined ? unreadable(value) : judgeRange(number, min, max)
}

/** The fault of a number outside `min` to `max`, if any. */
export const judgeRange = <N extends number | bigint>(number: N, min: N, max: N) => {
  if (number < min) return FormError.numberMin(min)
  return number > max ? FormError.numberMax(max) : undefined
}
