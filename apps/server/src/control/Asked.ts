/** What a request of the control plane asks for in its path and query. */
import { fault } from "@backlot/domain/Fault"
import * as FormError from "@backlot/domain/FormError"
import { InvalidForm } from "@backlot/domain/ServiceError"
import { isSnowflake } from "@backlot/domain/Snowflake"
import { Effect } from "effect"
import { type Call, param } from "../http/Route.ts"

/** An id of the path. */
export const idParam = (call: Call, name: string) => {
  const value = param(call, name)
  return isSnowflake(value) ? Effect.succeed(value) : invalid(name, FormError.notSnowflake(value))
}

/** One of a few values of the query; undefined when it is not there. */
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

export const invalid = (name: string, error: { readonly code: string; readonly message: string }) =>
  Effect.fail(new InvalidForm({ faults: [fault([name], error)] }))
