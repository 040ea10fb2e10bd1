/** Reads parameters of the path and the query. Each function fails with the fault of its parameter. */
import * as CodePoints from "@backlot/domain/base/CodePoints"
import { parseTime } from "@backlot/domain/base/IsoTime"
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { rangeError } from "@backlot/domain/validation/NumberRules"
import { type Page, type PageBounds, pageOf } from "@backlot/domain/validation/PageQuery"
import { toInt } from "@backlot/domain/validation/Shape"
import { Effect } from "effect"
import { type Call, param } from "./Route.ts"

type Read<A> = Effect.Effect<A, InvalidForm>

export const invalid = (name: string, error: { readonly code: string; readonly message: string }) =>
  Effect.fail(new InvalidForm({ faults: [fault([name], error)] }))

/** Ids in the path, judged in the order of `names`. */
export const ids = Effect.fnUntraced(function* <const N extends string>(call: Call, ...names: ReadonlyArray<N>) {
  for (const name of names) {
    const value = param(call, name)
    if (!isSnowflake(value)) return yield* invalid(name, FormError.notSnowflake(value))
  }
  // Every name has a value, or the loop has failed.
  return Object.fromEntries(names.map((name) => [name, param(call, name)])) as Readonly<Record<N, Snowflake>>
})

export const id = (call: Call, name: string): Read<Snowflake | undefined> => {
  const value = call.query(name)
  return value === undefined || isSnowflake(value)
    ? Effect.succeed(value)
    : invalid(name, FormError.notSnowflake(value))
}

/** Ids with commas between them, or in parameters of the same name; none if absent. */
export const idList = (call: Call, name: string, max: number): Read<ReadonlyArray<Snowflake>> => {
  const asked = all(call, name).flatMap((text) => text.split(",").filter((one) => one !== ""))
  const wrong = asked.find((text) => !isSnowflake(text))
  if (wrong !== undefined) return invalid(name, FormError.notSnowflake(wrong))
  return asked.length > max ? invalid(name, FormError.maxLength(max)) : Effect.succeed(asked)
}

export const time = (call: Call, name: string): Read<number | undefined> => {
  const value = call.query(name)
  const ms = value === undefined ? undefined : parseTime(value)
  return value === undefined || ms !== undefined ? Effect.succeed(ms) : invalid(name, FormError.notTime(value))
}

/** An integer of a range; `usual` if absent. */
export const whole = (call: Call, name: string, usual: number, min: number, max: number): Read<number> => {
  const value = call.query(name)
  const number = value === undefined ? usual : toInt(value)
  if (number === undefined) return invalid(name, FormError.notInt(value))
  const error = rangeError(number, min, max)
  return error === undefined ? Effect.succeed(number) : invalid(name, error)
}

/** One of fixed values. */
export const oneOf = <const V extends string>(
  call: Call,
  name: string,
  values: ReadonlyArray<V>
): Read<V | undefined> => {
  const value = call.query(name)
  const known = values.find((candidate) => candidate === value)
  return value === undefined || known !== undefined ? Effect.succeed(known) : invalid(name, FormError.choices(values))
}

const TRUE: ReadonlySet<string> = new Set(["true", "True", "1"])
const FALSE: ReadonlySet<string> = new Set(["false", "False", "0"])

/** A boolean in any form of wire-rest.md §0 (18): `undefined` when absent, `null` for a form that is not accepted. */
export const parseBoolean = (value: string | undefined): boolean | undefined | null => {
  if (value === undefined) return undefined
  if (TRUE.has(value)) return true
  return FALSE.has(value) ? false : null
}

/** A boolean; undefined if absent. */
export const maybeFlag = (call: Call, name: string): Read<boolean | undefined> => {
  const value = parseBoolean(call.query(name))
  return value === null ? invalid(name, FormError.notBoolean) : Effect.succeed(value)
}

/** Every value of a parameter that may be given several times, without repetitions. */
export const many = (
  call: Call,
  name: string,
  max: number,
  judge: (value: string) => FormError.FormError | undefined
): Read<ReadonlyArray<string>> => {
  const values = [...new Set(all(call, name))]
  if (values.length > max) return invalid(name, FormError.maxLength(max))
  const error = values.map(judge).find((one) => one !== undefined)
  return error === undefined ? Effect.succeed(values) : invalid(name, error)
}

/** The values of all parameters of this name. */
export const all = (call: Call, name: string): ReadonlyArray<string> => {
  const { url } = call.request
  const at = url.indexOf("?")
  return at < 0 ? [] : new URLSearchParams(url.slice(at + 1)).getAll(name)
}

/** Text of at most this many characters. */
export const text = (call: Call, name: string, max: number): Read<string | undefined> => {
  const value = call.query(name)
  return value === undefined || CodePoints.count(value) <= max
    ? Effect.succeed(value)
    : invalid(name, FormError.maxLength(max))
}

/** A boolean; false if absent. */
export const flag = (call: Call, name: string): Read<boolean> => {
  const value = parseBoolean(call.query(name))
  return value === null ? invalid(name, FormError.notBoolean) : Effect.succeed(value ?? false)
}

/** The page of a list. */
export const page = (call: Call, bounds: PageBounds): Read<Page> => {
  const { page, faults } = pageOf(call.query, bounds)
  return faults.length === 0 ? Effect.succeed(page) : Effect.fail(new InvalidForm({ faults }))
}
