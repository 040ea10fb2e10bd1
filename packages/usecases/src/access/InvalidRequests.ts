/**
 * Blocks an address after too many answers of 401, 403 or 429, until its window ends (decision 28). All processes share
 * the counts; each has its own list of blocked addresses, so that a good request costs no look at the counters. Another
 * process learns of a block with its next bad answer, and an unknown route is neither counted nor blocked. Our choice:
 * docs/choices.md "Rate limits".
 */
import { rateLimit } from "@backlot/domain/base/Limits"
import { type Claim, Counters } from "@backlot/ports/Counters"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import type { StorageError } from "@backlot/ports/Storage"
import { Clock, Context, Effect, Layer } from "effect"
import { RateLimitMode } from "./RateLimits.ts"

export class InvalidRequests extends Context.Service<
  InvalidRequests,
  {
    /** Milliseconds until an address is served again; undefined when it is not blocked. */
    readonly blockedFor: (address: string) => Effect.Effect<number | undefined>
    /** Counts a bad answer to an address. */
    readonly count: (address: string) => Effect.Effect<void, StorageError>
    /** Until when each address is blocked, as `ServiceClock.steadyAt` reads; some of them may have ended. */
    readonly blocks: () => ReadonlyMap<string, number>
    readonly forgetBlocks: Effect.Effect<void>
  }
>()("./InvalidRequests.ts") {}

export const layer: Layer.Layer<InvalidRequests, never, Counters | ServiceClock | RateLimitMode> = Layer.effect(
  InvalidRequests,
  Effect.gen(function* () {
    const counters = yield* Counters
    const clock = yield* ServiceClock
    const mode = yield* RateLimitMode
    /** When the window of each blocked address ends. */
    const blocked = new Map<string, number>()

    const blockedFor = Effect.fnUntraced(function* (address: string) {
      const until = blocked.get(address)
      if (until === undefined || mode.current() !== "enforce") return undefined
      const left = until - clock.steadyAt(yield* Clock.Clock)
      // A longer wait than a whole window: the clock was set back.
      if (left > 0 && left <= rateLimit.invalidWindowMs) return left
      blocked.delete(address)
      return undefined
    })

    const count = Effect.fnUntraced(function* (address: string) {
      if (mode.current() !== "enforce") return
      const { readings } = yield* counters.take([claimOf(address)], clock.steadyAt(yield* Clock.Clock))
      const [reading] = readings
      if (reading !== undefined && reading.count >= rateLimit.invalidRequests) blocked.set(address, reading.resetMs)
    })

    return {
      // In most cases no address is blocked, and this is all that it costs.
      blockedFor: (address) => (blocked.size === 0 ? NOT_BLOCKED : blockedFor(address)),
      count,
      blocks: () => blocked,
      forgetBlocks: Effect.sync(() => blocked.clear())
    }
  })
)

/** Deletes all counts and blocks, as a reset does (product.md "Control plane"). Daily creates go with the world. */
export const clearLimits: Effect.Effect<void, StorageError, Counters | InvalidRequests> = Effect.gen(function* () {
  yield* (yield* Counters).clear
  yield* (yield* InvalidRequests).forgetBlocks
})

const NOT_BLOCKED = Effect.succeed(undefined)

/** The counter of an address has its key behind this. */
export const KEY = "invalid/"

const claimOf = (address: string): Claim => ({
  key: `${KEY}${address}`,
  limit: Infinity,
  windowMs: rateLimit.invalidWindowMs,
  cost: 1
})
