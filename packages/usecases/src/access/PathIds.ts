/** Ids in a path. */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import { notSnowflake } from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { Effect } from "effect"

/** Fails with 50035 at each given id that is no snowflake. */
export const requireIds = (ids: object): Effect.Effect<void, InvalidForm> => {
  const faults = Object.entries<unknown>({ ...ids }).flatMap(([name, value]) =>
    value === undefined || isSnowflake(value) ? [] : [fault([name], notSnowflake(value))]
  )
  return faults.length === 0 ? Effect.void : Effect.fail(new InvalidForm({ faults }))
}
