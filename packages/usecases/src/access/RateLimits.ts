/**
 * Rate limits over the counters and the service clock; the policy is `@backlot/domain/limit/RateLimit`. Sources: service.md
 * "Limits"; wire-rest.md §4; decisions 26 to 29; architecture.md "Time, chance, limits".
 */

import { RateLimited } from "@backlot/domain/error/ServiceError"
import * as RateLimit from "@backlot/domain/limit/RateLimit"
import type { RateLimitOverride } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { type Claim, Counters } from "@backlot/ports/Counters"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import type { StorageError } from "@backlot/ports/Storage"
import { Context, Effect, Layer } from "effect"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"
import { findByToken } from "./InteractionToken.ts"

/** The current mode: limits refuse, only count, or do nothing. */
export class RateLimitMode extends Context.Service<
  RateLimitMode,
  { readonly current: Effect.Effect<RateLimit.LimitsMode> }
>()("@backlot/usecases/RateLimitMode") {}

/** `chosen` by the operator. Undefined enforces, and only observes while the clock is frozen. */
export const layerMode = (chosen: RateLimit.LimitsMode | undefined): Layer.Layer<RateLimitMode, never, ServiceClock> =>
  Layer.effect(
    RateLimitMode,
    Effect.map(ServiceClock, ({ setting }) => ({
      current:
        chosen === undefined
          ? Effect.map(setting, ({ mode }) => RateLimit.limitsMode(chosen, mode))
          : Effect.succeed(chosen)
    }))
  )

interface Request {
  readonly route: RateLimit.LimitedRoute
  readonly allowance: RateLimitOverride
  readonly params: Readonly<Record<string, string | undefined>>
  /** False on routes outside the global limit (decision 27). */
  readonly global: boolean
  /** The user of the token; absent for a bot and for the application itself. */
  readonly user_id?: string | undefined
}

/** Counts a request in all its windows or in none. Gives the window to show, or fails with the refusal of a 429. */
export const take = ({
  route,
  allowance,
  params,
  global,
  user_id
}: Request): Effect.Effect<
  RateLimit.Window | undefined,
  RateLimited | StorageError,
  Counters | ServiceClock | RateLimitMode
> => {
  const quotas = RateLimit.quotasOf(route, allowance, params, global, user_id)
  if (quotas.length === 0) return NO_WINDOW
  // Every request passes here, so this avoids generators.
  return Effect.flatMap(RateLimitMode, ({ current }) =>
    Effect.flatMap(current, (mode) => (mode === "off" ? NO_WINDOW : count(route, quotas, mode)))
  )
}

const NO_WINDOW = Effect.succeed(undefined)

const count = (route: RateLimit.LimitedRoute, quotas: ReadonlyArray<RateLimit.Quota>, mode: "enforce" | "observe") =>
  Effect.flatMap(ServiceClock, (clock) =>
    Effect.flatMap(Effect.zip(clock.now, clock.steady), ([now, steady]) =>
      Effect.flatMap(Counters, (counters) =>
        Effect.flatMap(counters.take(quotas.map(mode === "enforce" ? toClaim : toCount), steady), (taking) => {
          // Clients compare the end of a window with the clock that they see.
          const readings = taking.readings.map((one) => ({ ...one, resetMs: one.resetMs + now - steady }))
          const refusal = taking.granted ? undefined : RateLimit.refusalOf(route, quotas, readings, now)
          return refusal === undefined
            ? Effect.succeed(RateLimit.windowOf(route, quotas, readings, now, mode))
            : Effect.fail(new RateLimited({ refusal }))
        })
      )
    )
  )

const toClaim = ({ key, limit, windowMs }: RateLimit.Quota): Claim => ({ key, windowMs, limit, cost: 1 })

const toCount = (quota: RateLimit.Quota): Claim => ({ ...toClaim(quota), limit: Infinity })

/** The rate limits of an application: those of its world, or the default. Inside a transaction. */
export const allowanceOf = (applicationId: string) =>
  Body.map(
    Collections.rateLimits.get(applicationId),
    (override) => override ?? RateLimit.defaultAllowance(applicationId)
  )

/** The rate limits of the application that holds this interaction token; undefined for an unknown token. */
export const allowanceOfToken = operation(
  "RateLimits.allowanceOfToken",
  transacting(function* (token: string) {
    const interaction = yield* findByToken(token)
    return interaction === undefined ? undefined : yield* allowanceOf(interaction.application_id)
  })
)
