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

/** The number that a value of this option type stands for; undefined when it is none. */
export const readNumber = (value: unknown, type: NumberType): number | undefined => READERS[type].read(value)

/** What is wrong with a number for this option type, if anything. */
export const judgeNumber = (value: unknown, type: NumberType) => {
  const { read, unreadable, min, max } = READERS[type]
  const number = read(value)
  return number === undefined ? unreadable(value) : judgeRange(number, min, max)
}

/** What is wrong with a number that must lie from `min` to `max`, if anything. */
export const judgeRange = <N extends number | bigint>(number: N, min: N, max: N) => {
  if (number < min) return FormError.numberMin(min)
  return number > max ? FormError.numberMax(max) : undefined
}
