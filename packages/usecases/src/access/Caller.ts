/** The caller of a REST route. Source: service.md "Authentication"; wire-rest.md §1 (auth column). */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { type Fault, fault } from "@backlot/domain/error/Fault"
import { notSnowflake } from "@backlot/domain/error/FormError"
import { InvalidForm, MissingScope, NotForBots, OnlyBots } from "@backlot/domain/error/ServiceError"
import { includes, isClientOnly } from "@backlot/domain/record/Scope"
import type { Application } from "@backlot/domain/record/World"
import { Effect, Result } from "effect"

interface BotCaller {
  readonly kind: "bot"
  readonly application_id: Snowflake
}

/** A bearer token. Without a user it holds client credentials, which act for the application's owner. */
export interface BearerCaller {
  readonly kind: "bearer"
  readonly application_id: Snowflake
  readonly user_id?: Snowflake
  readonly scopes: ReadonlyArray<string>
}

export type Caller = BotCaller | BearerCaller

/** Refuses a bearer token without `scope`; a bot token holds every scope of its application. */
export const requireScope = (caller: Caller, scope: string): Effect.Effect<void, MissingScope> =>
  caller.kind === "bot" || holds(caller, scope) ? Effect.void : Effect.fail(new MissingScope({ scope }))

const holds = ({ scopes, user_id }: BearerCaller, scope: string): boolean =>
  includes(scopes, scope) && !(isClientOnly(scope) && user_id !== undefined)

/** For routes of bots only: refuses a bearer token. */
export const requireBot = (caller: Caller): Effect.Effect<void, OnlyBots> =>
  caller.kind === "bot" ? Effect.void : Effect.fail(new OnlyBots())

/** For routes of users: refuses a bot token, and a bearer token without `scope`. */
export const requirePerson = (
  caller: Caller,
  scope: string
): Effect.Effect<BearerCaller, MissingScope | NotForBots> => {
  if (caller.kind === "bot") return Effect.fail(new NotForBots())
  return holds(caller, scope) ? Effect.succeed(caller) : Effect.fail(new MissingScope({ scope }))
}

/** The user whose rights count; client credentials act for the application's owner (wire-rest.md §2, §5.3). */
export const personOf = ({ user_id }: BearerCaller, { owner_id }: Pick<Application, "owner_id">): Snowflake =>
  user_id ?? owner_id

/** A 50035 with each given id that is no snowflake. A parameter is an id when its name says so. */
export const refusalOfIds = (ids: object): InvalidForm | undefined => {
  const faults: Array<Fault> = []
  for (const [name, value] of Object.entries<unknown>({ ...ids })) {
    if (name.endsWith("_id") && value !== undefined && !isSnowflake(value))
      faults.push(fault([name], notSnowflake(value)))
  }
  return faults.length === 0 ? undefined : new InvalidForm({ faults })
}

/** Fails with 50035 at each given id that is no snowflake. */
export const requireIds = (ids: object): Effect.Effect<void, InvalidForm> => {
  const refusal = refusalOfIds(ids)
  return refusal === undefined ? Effect.void : Effect.fail(refusal)
}

/** What a body says, or its faults as `InvalidForm`. */
export const valid = <A>(result: Result.Result<A, ReadonlyArray<Fault>>): Result.Result<A, InvalidForm> =>
  Result.mapError(result, (faults) => new InvalidForm({ faults }))
