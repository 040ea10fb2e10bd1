/** Whether limits are enforced, and what each application may do. Sources: service.md "Limits"; decisions 27 and 29. */
import * as RateLimit from "@backlot/domain/limit/RateLimit"
import * as Body from "@backlot/ports/Body"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Context, Effect, Layer } from "effect"
import * as Collections from "../store/Collections.ts"
import * as KeptReads from "../store/KeptReads.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"
import { findByToken } from "./InteractionToken.ts"

/** The current mode: limits refuse, only count, or do nothing. */
export class RateLimitMode extends Context.Service<RateLimitMode, { readonly current: () => RateLimit.LimitsMode }>()(
  "@backlot/usecases/RateLimitMode"
) {}

/** `chosen` by the operator. Undefined enforces, and only observes while the clock is frozen. */
export const layerMode = (chosen: RateLimit.LimitsMode | undefined): Layer.Layer<RateLimitMode, never, ServiceClock> =>
  Layer.effect(
    RateLimitMode,
    Effect.map(ServiceClock, ({ setting }) => ({
      current: () => RateLimit.limitsMode(chosen, setting().mode)
    }))
  )

/** The rate limits of an application: those of its world, or the default. Inside a transaction. */
export const allowanceOf = (applicationId: string) =>
  Body.map(
    Collections.rateLimits.get(applicationId),
    (override) => override ?? RateLimit.defaultAllowance(applicationId)
  )

/**
 * The rate limits of the application that holds this interaction token; undefined for an unknown token, and when the world
 * limits nobody, which is known without a read for the token.
 */
export const allowanceOfToken = operation(
  "RateLimits.allowanceOfToken",
  Effect.fnUntraced(function* (token: string) {
    const { revision } = yield* Storage
    // A store that others write to keeps nothing: the question would cost a read of its own.
    if (revision !== undefined && !(yield* kept("", limitsAnyone))) return undefined
    return yield* inTransaction(() => allowanceOfHolder(token))
  })
)

const kept = KeptReads.reader<boolean>("limits", () => 1)

const limitsAnyone = inTransaction(() => Body.map(Collections.rateLimits.list([], 1), (some) => some.length > 0))

const allowanceOfHolder = function* (token: string) {
  const interaction = yield* findByToken(token)
  return interaction === undefined ? undefined : yield* allowanceOf(interaction.application_id)
}
