/** Whether values fit the options of a command. Source: wire-interactions.md §8; service.md "Option types". */
import { type Json, listOf } from "./ModelJson.ts"
import * as Limits from "./ModelLimits.ts"
import type { UseValue } from "./Operation.ts"

/** For a command without subcommands; one with subcommands cannot be invoked itself. */
export const valuesFit = (options: ReadonlyArray<Json>, values: ReadonlyArray<UseValue>): boolean => {
  if (options.some(({ type }) => type === 1 || type === 2)) return false
  const given = (name: unknown) => values.find((value) => value.name === name)
  return (
    options.every((option) => option["required"] !== true || given(option["name"]) !== undefined) &&
    values.every(({ name, value }) => {
      const option = options.find((one) => one["name"] === name)
      return option !== undefined && fits(option, value)
    })
  )
}

const fits = (option: Json, value: string | number | boolean): boolean => {
  const choices = listOf(option["choices"])
  if (choices.length > 0 && !choices.some((choice) => choice["value"] === value)) return false
  switch (option["type"]) {
    case 3:
      return typeof value === "string" && between([...value].length, option["min_length"], option["max_length"])
    case 4:
      return Number.isInteger(value) && isNumber(option, value, Limits.value.integerMax)
    case 5:
      return typeof value === "boolean"
    case 10:
      return isNumber(option, value, Limits.value.numberMax)
    default:
      return false
  }
}

const isNumber = ({ min_value, max_value }: Json, value: unknown, widest: number): boolean =>
  typeof value === "number" && Math.abs(value) <= widest && between(value, min_value, max_value)

const between = (value: number, min: unknown, max: unknown): boolean =>
  (typeof min !== "number" || value >= min) && (typeof max !== "number" || value <= max)
