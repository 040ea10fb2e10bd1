/** Reads common parameters of control plane requests: ids, choices and the locale. */
import { isLocale, LOCALES } from "@backlot/domain/base/Locale"
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { type Fault, fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { Effect } from "effect"
import { type Call, param } from "../http/Route.ts"

/** An id in the path. */
export const idParam = (call: Call, name: string) => {
  const value = param(call, name)
  return isSnowflake(value) ? Effect.succeed(value) : invalid(name, FormError.notSnowflake(value))
}

/** A query parameter with fixed values; undefined if absent. */
export const oneOf = <const V extends string>(
  call: Call,
  name: string,
  values: ReadonlyArray<V>
): Effect.Effect<V | undefined, InvalidForm> => {
  const value = call.query(name)
  if (value === undefined) return Effect.succeed(undefined)
  const known = values.find((candidate) => candidate === value)
  return known === undefined ? invalid(name, FormError.choices(values)) : Effect.succeed(known)
}

/** The faults of an optional `locale` in a body. */
export const judgeLocale = (locale: string | null | undefined): ReadonlyArray<Fault> =>
  locale == null || isLocale(locale) ? [] : [fault(["locale"], FormError.choices(LOCALES))]

export const invalid = (name: string, error: { readonly code: string; readonly message: string }) =>
  Effect.fail(new InvalidForm({ faults: [fault([name], error)] }))
